import { setTimeout as pause } from 'node:timers/promises'

/** What one outage did, as a line of the table. */
export interface OutageReport {
  outage: string
  /** Requests that write, sent while it lasted. */
  writes: number
  acknowledged: number
  /** Refused with 503 and a time to come again. */
  refused: number
  /** The longest wait for an answer that refuses. */
  slowestMs: number
  /** Whether lists, and documents, could be read meanwhile. */
  lists: string
  documents: string
  readyz: string
  /** From its end until writes were done again. */
  backMs: number
  violations: string[]
}

export interface TimedAnswer {
  http: number
  ms: number
  retryAfter: string | null
  body: string
}

export async function timed(sent: () => Promise<Response>): Promise<TimedAnswer> {
  const begun = performance.now()
  const response = await sent()
  const body = await response.text()
  return {
    http: response.status,
    ms: performance.now() - begun,
    retryAfter: response.headers.get('retry-after'),
    body,
  }
}

/** ms until `isSo`; rejects after the limit. */
export async function msUntil(isSo: () => Promise<boolean>, limitMs: number, what: string): Promise<number> {
  const begun = performance.now()
  while (!(await isSo())) {
    if (performance.now() - begun > limitMs) throw new Error(`${what}: not within ${limitMs} ms`)
    await pause(50)
  }
  return performance.now() - begun
}
