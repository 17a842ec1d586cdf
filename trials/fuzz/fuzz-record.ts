import { problemsOf } from './check-reply.ts'
import type { CallerName } from './fuzz-target.ts'
import type { FuzzReply, FuzzRequest } from './exchange.ts'
import { callName, type Operation } from './operations.ts'

interface Finding {
  what: string
  count: number
  request: string
  index: number
}

export interface Planned {
  index: number
  who: CallerName
  /** null for a page, a file or a webhook. */
  operation: Operation | null
  request: FuzzRequest
}

const keptPdfs = 60

/** Removes ids and hostile texts, so that equal findings are counted once. */
const withoutValues = (text: string) =>
  text.replaceAll(/Request [\w-]+|"requestId":"[^"]*"|\d+/g, '#').slice(0, 160)

const describeRequest = ({ who, request: { method, path, headers, body } }: Planned) =>
  `${who}: ${method} ${path.slice(0, 400)} ${JSON.stringify(headers).slice(0, 400)} ${(body ?? '').toString().slice(0, 1500)}`

const nameOf = ({ operation, request: { method, path } }: Planned) =>
  `${method} ${operation?.path ?? path.split('?')[0]?.slice(0, 60) ?? ''}`

export class FuzzRecord {
  readonly #findings = new Map<string, Finding>()
  /** Calls answered with 200 in all, and in the second half of the run. */
  readonly #done = new Set<Operation>()
  readonly #doneLater = new Set<Operation>()
  readonly statuses: Record<string, number> = {}
  readonly pdfs = new Map<string, Buffer>()

  constructor(
    readonly operations: readonly Operation[],
    readonly requests: number,
  ) {}

  report(what: string, planned?: Planned): void {
    const request = planned ? describeRequest(planned) : ''
    const found = this.#findings.get(withoutValues(what))
    if (found) found.count += 1
    else this.#findings.set(withoutValues(what), { what, count: 1, request, index: planned?.index ?? -1 })
  }

  note(planned: Planned, reply: FuzzReply): void {
    const { method } = planned.request
    // With another method it may be another call.
    const operation = this.operations.find(
      (it) => it.path === planned.operation?.path && it.method === method.toLowerCase(),
    )
    this.statuses[reply.status] = (this.statuses[reply.status] ?? 0) + 1
    for (const problem of problemsOf(reply, method, operation ?? null))
      this.report(`${nameOf(planned)} ${problem}`, planned)
    if (reply.status !== 200) return
    if (operation) this.#done.add(operation)
    if (operation && planned.index >= this.requests / 2) this.#doneLater.add(operation)
    // A mailed file is its sender's own.
    if (operation?.path.includes('message-file')) return
    const isPdf = reply.headers['content-type']?.startsWith('application/pdf') ?? false
    if (isPdf && method !== 'HEAD' && this.pdfs.size < keptPdfs)
      this.pdfs.set(`${method} ${planned.request.path} (${planned.index})`, reply.body)
  }

  get findings(): Finding[] {
    return [...this.#findings.values()]
  }

  /** Calls never answered with 200, and those not in the second half. */
  get neverDone(): string[] {
    return this.operations.filter((it) => !this.#done.has(it)).map(callName)
  }
  get neverDoneLater(): string[] {
    return [...this.#done].filter((it) => !this.#doneLater.has(it)).map(callName)
  }
}
