import type { Chance } from '#server/demo/random.ts'
import { callerPassword } from './fuzz-target.ts'
import type { KnownValues } from './json-schema.ts'
import type { Operation } from './operations.ts'

const maxKept = 300
/** Orders read at first, and at each later harvest. */
const readOrders = { first: 80, again: 15 }

/** Where replies have the values of request fields: a name, or a list and a name. */
const sources: Record<string, readonly string[]> = {
  orderId: ['order_id', 'orderId'],
  replaces: ['uploadDoc.file1'],
  file1: ['uploadDoc.file1', 'documents.file1'],
  mailId: ['mailHistory.id', 'data.id'],
  messageFileId: ['files.id'],
  check: ['findings.code'],
  upTo: ['messages.id'],
  before: ['messages.id'],
  eventId: ['events.id'],
  id: ['data.id'],
  tmId: ['data.id'],
  memberId: ['data.id'],
  sessionId: ['data.id'],
  teamMemberId: ['data.id'],
  assignto: ['name'],
  userName: ['name'],
  gatewayId: ['data.id'],
  expectedStatus: ['process_status'],
  expectedCount: ['count'],
  runId: ['run.id'],
  revision: ['drafts.revision', 'data.revision'],
  draft: ['drafts.revision'],
  searchVal: ['name', 'email', 'order_id'],
}

/** Values by field name where no reply has one. */
const fixed: readonly (readonly [RegExp, readonly unknown[]])[] = [
  [/password$/i, [callerPassword, 'correct horse battery 9']],
  [/date|dueOn|^start$|^end$/i, ['2026-11-01', '2026-11-30', '2027-01-15']],
  [/amount/i, ['25.50', 25]],
  [/currency/i, ['USD']],
  [/landing_domain/, ['arrival.pabean.example']],
  [/mailServiceProvider/i, ['AWS', 'Sendgrid', '']],
  [/defencePackType/, [1, 2, '1', '2']],
  [/^fields$/, [['arrival_flight_number'], ['arrival_passport_number', 'passport_page']]],
  [/timezone/i, ['Asia/Jakarta']],
  [/expectedDocuments/, [0, 1]],
  [/^(page|limit|perPage)$/, [1, 2, 50, 100]],
  [/^state$/, ['bounced,failed', 'unknown']],
  [/^dispute$/, ['overdue,soon', 'decided']],
]

/** Values of replies, by name and by list and name. */
class ValuePool {
  readonly #kept = new Map<string, unknown[]>()

  collect(value: unknown, list = 'data'): void {
    if (Array.isArray(value)) for (const item of value) this.collect(item, list)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        if (typeof inner === 'object') this.collect(inner, Array.isArray(inner) ? name : list)
        else for (const key of [name, `${list}.${name}`]) this.#keep(key, inner)
      }
  }

  #keep(key: string, value: unknown) {
    const kept = this.#kept.get(key) ?? []
    if (!kept.includes(value)) kept.push(value)
    if (kept.length > maxKept) kept.shift()
    this.#kept.set(key, kept)
  }

  of(field: string): readonly unknown[] {
    return (sources[field] ?? [field]).flatMap((key) => this.#kept.get(key) ?? [])
  }
}

export interface Harvest {
  everything: ValuePool
  /** One pool an order, so that a request's fields belong together. */
  orders: readonly ValuePool[]
  /** Orders with mailed files; all where no order has one. */
  withFiles: readonly ValuePool[]
  /** The index of the next order to read. */
  nextOrder: number
}

const unknown: KnownValues = () => undefined

/** A caller's own value of a field. */
type OwnValues = (field: string) => unknown

/** Values for one request: in so many per cent of cases of one order or the caller's own, otherwise none. */
export function knownValues(
  { everything, orders }: Pick<Harvest, 'everything' | 'orders'>,
  own: OwnValues,
  chance: Chance,
  percentage = 50,
): KnownValues {
  if (!chance.percent(percentage)) return unknown
  const isOwn = chance.percent(85)
  const pools = [chance.pick(orders), everything]
  return (field, fits) => {
    const mine = isOwn ? [own(field)].filter((value) => value !== undefined) : []
    const candidates = fixed.find(([name]) => name.test(field))?.[1] ?? []
    for (const values of [mine, ...pools.map((pool) => pool.of(field)), candidates]) {
      const from = chance.integer(0, Math.max(0, values.length - 1))
      for (const value of [...values.slice(from), ...values.slice(0, from)]) {
        const fitting = fits(value)
        if (fitting !== undefined) return fitting
      }
    }
    return undefined
  }
}

/** Reads every list and the orders after those of `earlier`, whose values stay. */
export async function harvest(
  operations: readonly Operation[],
  read: (path: string) => Promise<unknown>,
  earlier?: Harvest,
): Promise<Harvest> {
  const reads = operations.filter(({ method, kind }) => method === 'get' && kind === 'json')
  const everything = new ValuePool()
  for (const { path } of reads.filter((it) => !it.path.includes('{'))) everything.collect(await read(path))
  for (const { path, parameters } of reads.filter((it) => it.path.includes('{orderName}')))
    for (const queue of parameters.find(({ name }) => name === 'orderName')?.schema.enum ?? [])
      everything.collect(await read(path.replace('{orderName}', String(queue))))
  const ids = everything.of('orderId')
  const from = earlier ? earlier.nextOrder % Math.max(1, ids.length) : 0
  const chosen = [...ids.slice(from), ...ids].slice(0, earlier ? readOrders.again : readOrders.first)
  const orders: ValuePool[] = []
  for (const orderId of chosen) {
    const order = new ValuePool()
    for (const { path } of reads.filter((it) => it.path.includes('{orderId}')))
      order.collect(await read(path.replace('{orderId}', String(orderId))))
    orders.push(order)
  }
  orders.push(...(earlier?.orders ?? []).slice(0, readOrders.first - orders.length))
  const withFiles = orders.filter((order) => order.of('messageFileId').length > 0)
  return {
    everything,
    orders,
    withFiles: withFiles.length > 0 ? withFiles : orders,
    nextOrder: from + chosen.length,
  }
}

/** A seed for each request, so that a number always makes the same request. */
export const seedOf = (seed: number, index: number) => (seed * 2_654_435_761 + index * 40_503) >>> 0
