import { problemsOf } from './check-reply.ts'
import type { FuzzReply, FuzzRequest } from './exchange.ts'
import type { EventLoopReport } from './fuzz-target.ts'
import type { Operation } from './operations.ts'

/** What went wrong, the same thing once. */
export interface Finding {
  what: string
  count: number
  /** Of the first of them. */
  request: string
  index: number
}

/** A request of the run, by its number. */
export interface Planned {
  index: number
  who: string
  /** null for a page, a file or a webhook. */
  operation: Operation | null
  request: FuzzRequest
}

/** Of the requests that waited for a delay of the event loop. */
const shownRequests = 12
/** Milliseconds; a shorter delay is named without the requests that waited. */
const longDelay = 60
const keptPdfs = 60

/** Ids and hostile texts differ each time; what went wrong is the same. */
const withoutValues = (text: string) =>
  text.replaceAll(/Request [\w-]+|"requestId":"[^"]*"|\d+/g, '#').slice(0, 160)

const describeRequest = ({ who, request: { method, path, headers, body } }: Planned) =>
  `${who}: ${method} ${path.slice(0, 400)} ${JSON.stringify(headers).slice(0, 400)} ${(body ?? '').toString().slice(0, 1500)}`

const nameOf = ({ operation, request: { method, path } }: Planned) =>
  `${method} ${operation?.path ?? path.split('?')[0]?.slice(0, 60) ?? ''}`

/** What a run has seen. */
export class FuzzRecord {
  readonly #statuses = new Map<number, number>()
  readonly #findings = new Map<string, Finding>()
  readonly #done = new Set<Operation>()
  readonly #slow: { name: string; ms: number; at: number }[] = []
  /** By what was asked for. */
  readonly pdfs = new Map<string, Buffer>()

  constructor(readonly operations: readonly Operation[]) {}

  /** Something wrong; `planned` is the request that showed it, if it was one. */
  report(what: string, planned?: Planned): void {
    const found = this.#findings.get(withoutValues(what)) ?? {
      what,
      count: 0,
      request: planned ? describeRequest(planned) : '',
      index: planned?.index ?? -1,
    }
    found.count += 1
    this.#findings.set(withoutValues(what), found)
  }

  note(planned: Planned, reply: FuzzReply): void {
    const { method } = planned.request
    // With another method it may have become another call.
    const operation = this.operations.find(
      (it) => it.path === planned.operation?.path && it.method === method.toLowerCase(),
    )
    this.#statuses.set(reply.status, (this.#statuses.get(reply.status) ?? 0) + 1)
    for (const problem of problemsOf(reply, method, operation ?? null))
      this.report(`${nameOf(planned)} ${problem}`, planned)
    if (reply.ms > longDelay)
      this.#slow.push({ name: `${nameOf(planned)} (${planned.index})`, ms: reply.ms, at: Date.now() })
    if (reply.status !== 200) return
    if (operation) this.#done.add(operation)
    const isPdf = reply.headers['content-type']?.startsWith('application/pdf') ?? false
    if (isPdf && method !== 'HEAD' && this.pdfs.size < keptPdfs)
      this.pdfs.set(`${method} ${planned.request.path} (${planned.index})`, reply.body)
  }

  /** Replies by status. */
  get statuses(): Record<string, number> {
    return Object.fromEntries(this.#statuses)
  }

  get findings(): Finding[] {
    return [...this.#findings.values()]
  }

  /** Calls that were never answered with 200. */
  get neverDone(): string[] {
    return this.operations.filter((it) => !this.#done.has(it)).map(({ method, path }) => `${method} ${path}`)
  }

  /** The longest delays of the event loop, with the requests that waited for each. */
  describeDelays({ moments }: EventLoopReport): string[] {
    return moments.map(({ at, ms, cpuMs }) => {
      const waited = this.#slow.filter(
        (it) => it.at >= at - longDelay && it.at - it.ms <= at - ms + longDelay,
      )
      const names = waited.slice(0, shownRequests).map(({ name }) => name)
      return `${ms} ms, of them ${cpuMs} ms of processor time: ${names.join(', ')}`
    })
  }
}
