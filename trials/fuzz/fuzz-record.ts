import { can, permissions } from '#contract/rules/roles.ts'
import { isOneOf, keysOf } from '#contract/rules/typed-keys.ts'
import { problemsOf } from './check-reply.ts'
import { callerNames, roleOf, type CallerName } from './callers.ts'
import type { FuzzReply, FuzzRequest } from './exchange.ts'
import type { EventLoopReport } from './fuzz-target.ts'
import { callName, type Operation } from './operations.ts'

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
  who: CallerName
  /** null for a page, a file or a webhook. */
  operation: Operation | null
  request: FuzzRequest
}

const permissionNames = keysOf(permissions)

/** Members, visitors and landing sites; what is open to anyone needs no caller. */
function mayCall(who: CallerName, { allow }: Operation): boolean {
  const role = roleOf(who)
  if (role) return isOneOf(permissionNames, allow) && can(role, allow)
  return allow === { visitor: 'visitor', intake: 'intakeKey', nobody: '' }[String(who)]
}

/** Of the requests that waited for a delay of the event loop. */
const shownRequests = 12
/** Milliseconds; a shorter delay is named without the requests that waited. */
const longDelay = 60
const keptPdfs = 60
/** A call that was done so often in all is done by each of its callers in the second half, whatever chance does. */
const oftenDone = 400

/** These roles delete from the future queue alone (product §4), which is soon empty. */
const deletesFutureOrders = (who: CallerName, operation: Operation) =>
  operation.path === '/admin/change-order-status' && ['Team', 'Telecaller', 'Night Staff'].includes(who)

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
  /** Calls answered with 200. */
  readonly #done = new Map<Operation, number>()
  /** Of those who may make a call, after the middle of the run. */
  readonly #later = new Map<CallerName, { asked: number; done: Set<Operation>; doneCount: number }>()
  readonly #slow: { name: string; ms: number; at: number }[] = []
  /** By what was asked for. */
  readonly pdfs = new Map<string, Buffer>()

  constructor(
    readonly operations: readonly Operation[],
    readonly requests: number,
  ) {}

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
    const isDone = reply.status === 200
    if (operation) this.#count(operation, planned, isDone)
    if (!isDone) return
    // A file that came by mail is as its sender made it.
    if (operation?.path.includes('message-file')) return
    const isPdf = reply.headers['content-type']?.startsWith('application/pdf') ?? false
    if (isPdf && method !== 'HEAD' && this.pdfs.size < keptPdfs)
      this.pdfs.set(`${method} ${planned.request.path} (${planned.index})`, reply.body)
  }

  #count(operation: Operation, { who, index }: Planned, isDone: boolean) {
    if (isDone) this.#done.set(operation, (this.#done.get(operation) ?? 0) + 1)
    if (index < this.requests / 2 || !mayCall(who, operation)) return
    const later = this.#later.get(who) ?? { asked: 0, done: new Set(), doneCount: 0 }
    this.#later.set(who, later)
    later.asked += 1
    if (!isDone) return
    later.doneCount += 1
    later.done.add(operation)
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
    return this.operations.filter((it) => !this.#done.has(it)).map(callName)
  }

  /** Who may make a call that is often done, and was never answered with 200 after the middle of the run. */
  get neverDoneLater(): string[] {
    const often = this.operations.filter((it) => (this.#done.get(it) ?? 0) >= oftenDone)
    return callerNames.flatMap((who) =>
      often
        .filter((operation) => mayCall(who, operation) && !deletesFutureOrders(who, operation))
        .filter((operation) => !this.#later.get(who)?.done.has(operation))
        .map((operation) => `${who}: ${callName(operation)}`),
    )
  }

  /** Of the calls that a caller may make, the share that was answered with 200 after the middle of the run. */
  get laterShares(): Partial<Record<CallerName, number>> {
    const shares = [...this.#later].map(([who, { asked, doneCount }]) => [who, doneCount / asked] as const)
    return Object.fromEntries(shares)
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
