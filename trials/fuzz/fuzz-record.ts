import { problemsOf } from './check-reply.ts'
import type { CallerName } from './fuzz-target.ts'
import type { FuzzReply, FuzzRequest } from './exchange.ts'
import { callName, type Operation } from './operations.ts'

/** What went wrong, the same thing once. */
interface Finding {
  what: string
  count: number
  /** Of the first of them. */
  request: string
  index: number
}

/** A request of the run, by its number. */
export interface Planned {
  index: number
  who: CallerName
  /** null for a page, a file or a webhook. */
  operation: Operation | null
  request: FuzzRequest
}

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
  readonly #findings = new Map<string, Finding>()
  /** Calls answered with 200: in all, and in the second half of the run. */
  readonly #done = new Set<Operation>()
  readonly #doneLater = new Set<Operation>()
  /** Replies by status. */
  readonly statuses: Record<string, number> = {}
  /** By what was asked for. */
  readonly pdfs = new Map<string, Buffer>()

  constructor(
    readonly operations: readonly Operation[],
    readonly requests: number,
  ) {}

  /** Something wrong; `planned` is the request that showed it, if it was one. */
  report(what: string, planned?: Planned): void {
    const request = planned ? describeRequest(planned) : ''
    const found = this.#findings.get(withoutValues(what))
    if (found) found.count += 1
    else this.#findings.set(withoutValues(what), { what, count: 1, request, index: planned?.index ?? -1 })
  }

  note(planned: Planned, reply: FuzzReply): void {
    const { method } = planned.request
    // With another method it may have become another call.
    const operation = this.operations.find(
      (it) => it.path === planned.operation?.path && it.method === method.toLowerCase(),
    )
    this.statuses[reply.status] = (this.statuses[reply.status] ?? 0) + 1
    for (const problem of problemsOf(reply, method, operation ?? null))
      this.report(`${nameOf(planned)} ${problem}`, planned)
    if (reply.status !== 200) return
    if (operation) this.#done.add(operation)
    if (operation && planned.index >= this.requests / 2) this.#doneLater.add(operation)
    // A file that came by mail is as its sender made it.
    if (operation?.path.includes('message-file')) return
    const isPdf = reply.headers['content-type']?.startsWith('application/pdf') ?? false
    if (isPdf && method !== 'HEAD' && this.pdfs.size < keptPdfs)
      this.pdfs.set(`${method} ${planned.request.path} (${planned.index})`, reply.body)
  }

  get findings(): Finding[] {
    return [...this.#findings.values()]
  }

  /** Calls that were never answered with 200, and those that were not in the second half. */
  get neverDone(): string[] {
    return this.operations.filter((it) => !this.#done.has(it)).map(callName)
  }
  get neverDoneLater(): string[] {
    return [...this.#done].filter((it) => !this.#doneLater.has(it)).map(callName)
  }
}
