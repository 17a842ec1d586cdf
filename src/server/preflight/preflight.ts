import { expressionBuilder, sql, type Selectable } from 'kysely'
import type { PreflightReport } from '#contract/preflight.ts'
import type { Finding } from '#contract/rules/preflight/check.ts'
import type { PreflightInput } from '#contract/rules/preflight/checked-order.ts'
import { checks, preflight } from '#contract/rules/preflight/preflight.ts'
import { promisedStatuses } from '#contract/rules/promise.ts'
import { can } from '#contract/rules/roles.ts'
import { isOneOf, keysOf } from '#contract/rules/typed-keys.ts'
import { openCustomerData, type CustomerData } from '#server/orders/customer-data.ts'
import { travellerKeys } from '#server/orders/journey-keys.ts'
import { openDetails } from '#server/orders/events.ts'
import { getOrder } from '#server/orders/orders.ts'
import type { OrderRow, Tables } from '#server/platform/db/tables.ts'
import type { Seal } from '#server/platform/seal.ts'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import type { Call, Work } from '#server/platform/work.ts'
import type { EventAction } from '#contract/rules/order-events.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

type CheckedRow = Pick<
  OrderRow,
  | 'process_status'
  | 'erased_at'
  | 'details_erased_at'
  | 'email'
  | 'transport_type'
  | 'language'
  | 'amount'
  | 'currency'
  | 'created_at'
  | 'travel_date'
>

interface DescribedEvent {
  action: string
  details: Record<string, unknown>
}

interface OtherOrder {
  order_id: number
  /** Keys of the travellers in both orders. */
  shared: readonly string[]
  /** Of all such orders. */
  total: number
}

type ToldDispute = Pick<Selectable<Tables['disputes']>, 'stage' | 'reason' | 'outcome' | 'settled_as'>

interface PreflightFacts {
  customer: CustomerData
  otherOrders: readonly OtherOrder[]
  /** Newest first. */
  events: readonly DescribedEvent[]
  disputes: readonly ToldDispute[]
  gatewayRefunds: readonly { amount: string; currency: string }[]
  now: Date
}

/** The field or list that a correction names. */
const correctedKey = (path: string) => path.split('.')[0] ?? path

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((it) => typeof it === 'string') : []

/** What a gateway tells of the payment opens these findings again. */
const reopenedBy = {
  'refunded by gateway': 'gateway-refund',
  'dispute recorded': 'dispute-open',
  'dispute linked': 'dispute-open',
  'dispute changed': 'dispute-open',
} as const satisfies Partial<Record<EventAction, string>>

const reopens = ({ action }: DescribedEvent, code: string): boolean =>
  isOneOf(keysOf(reopenedBy), action) && reopenedBy[action] === code

/** Whether the newest event about a finding settled it; a correction of one of its fields reopens it. */
function isSettled({ code, fields }: Finding, events: readonly DescribedEvent[]): boolean {
  const keys = new Set(fields.map(correctedKey))
  const last = events.find((event) => {
    const { action, details } = event
    if (reopens(event, code)) return true
    return action === 'corrected'
      ? texts(details['fields']).some((key) => keys.has(key))
      : (action === 'finding settled' || action === 'finding opened again') && details['check'] === code
  })
  return last?.action === 'finding settled'
}

function sharedTravellers(
  seal: Pick<Seal, 'hash'>,
  { travel_date: travelDate }: CheckedRow,
  customer: CustomerData,
  others: readonly OtherOrder[],
): PreflightInput['ordersOfSameTravellers'] {
  if (others.length === 0) return []
  const keys = travellerKeys(seal, { travelDate, customer }).map((key) => key?.toString('hex') ?? null)
  return others.map(({ order_id: orderId, shared }) => ({
    orderId,
    travellerIndexes: [...keys.entries()].flatMap(([index, key]) =>
      key !== null && shared.includes(key) ? [index] : [],
    ),
  }))
}

/** What looks wrong in an order; null if no document is due, or the data is erased. */
export function preflightReport(
  seal: Pick<Seal, 'hash'>,
  order: CheckedRow,
  { customer, otherOrders: others, events, disputes, gatewayRefunds, now }: PreflightFacts,
): PreflightReport | null {
  if (!promisedStatuses.includes(order.process_status) || order.erased_at || order.details_erased_at)
    return null
  const findings = preflight({
    ...customer,
    readTelephone: readTelephoneNumber,
    email: order.email,
    transportType: order.transport_type,
    language: order.language ?? '',
    amount: order.amount ?? '',
    currency: order.currency ?? '',
    createdAt: order.created_at,
    now,
    ordersOfSameTravellers: sharedTravellers(seal, order, customer, others),
    furtherOrders: (others[0]?.total ?? 0) - others.length,
    gatewayRefunds: gatewayRefunds.map(({ amount, currency: of }) => `${amount} ${of}`),
    openDisputes: disputes.flatMap(({ stage, reason, outcome, settled_as: settled }) =>
      (stage === 'warning' || stage === 'inquiry') && outcome === 'Open' && settled === null
        ? [{ stage, reason }]
        : [],
    ),
  })
  return {
    checks: checks.length,
    findings: findings.map((finding) => ({ ...finding, settled: isSettled(finding, events) })),
  }
}

/** For the enclosing statement's order `o`. */
export const otherOrdersOf = (seesRestricted: boolean) => otherOrders(seesRestricted)

export async function loadSettlingEvents(
  { db, seal }: Pick<Call, 'db' | 'seal'>,
  orderId: number,
): Promise<DescribedEvent[]> {
  const events = await selectSettlingEvents(db, orderId)
  return events.map((event) => ({ action: event.action, details: openDetails(seal, orderId, event) }))
}

/** The report of a locked order; 404 if there is none. */
export async function loadPreflight(work: Work, orderId: number): Promise<PreflightReport | null> {
  const [order, others, events, disputes, gatewayRefunds] = await Promise.all([
    getOrder(work.tx, orderId),
    selectOtherOrders(work.tx, orderId, can(work.actor.role, 'seeRestrictedOrders')),
    loadSettlingEvents({ ...work, db: work.tx }, orderId),
    selectToldDisputes(work.tx, orderId),
    selectGatewayRefunds(work.tx, orderId),
  ])
  return preflightReport(work.seal, order, {
    customer: openCustomerData(work, order),
    otherOrders: others,
    events,
    disputes,
    gatewayRefunds,
    now: work.now,
  })
}

/** Named; further ones are counted. */
const maxOtherOrders = 5

/** For the enclosing statement's order `o`; the keys of the shared travellers are hexadecimal. */
const otherOrders = (seesRestricted: boolean) =>
  expressionBuilder<Tables>()
    .selectFrom('orders as n')
    .select([
      'n.order_id',
      sql<string[]>`array(
        select encode(shared, 'hex') from unnest(o.traveller_keys) shared where shared = any(n.traveller_keys)
      )`.as('shared'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where('n.traveller_keys', '&&', sql<Buffer[]>`o.traveller_keys`)
    .where('n.order_id', '<>', sql<number>`o.order_id`)
    // Literals match the partial index; parameters would not.
    .where(sql<boolean>`n.process_status in (${sql.join(promisedStatuses.map((status) => sql.lit(status)))})`)
    .where(({ or, eb }) => or([eb('n.restricted_at', 'is', null), sql<boolean>`${seesRestricted}::boolean`]))
    .orderBy('n.order_id')
    .limit(maxOtherOrders)

const selectOtherOrders = (tx: Tx, orderId: number, seesRestricted: boolean) =>
  tx
    .selectFrom('orders as o')
    .innerJoinLateral(
      () => otherOrders(seesRestricted).as('other'),
      (join) => join.onTrue(),
    )
    .select(['other.order_id', 'other.shared', 'other.total'])
    .where('o.order_id', '=', orderId)
    .execute()

const selectToldDisputes = (tx: Tx, orderId: number): Promise<ToldDispute[]> =>
  tx
    .selectFrom('disputes')
    .select(['stage', 'reason', 'outcome', 'settled_as'])
    .where('order_id', '=', orderId)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

const selectGatewayRefunds = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('gateway_refunds')
    .select(['amount', 'currency'])
    .where('order_id', '=', orderId)
    .where('amount', '>', '0')
    .orderBy('updated_at', 'desc')
    .execute()

const settlingActions: EventAction[] = [
  'finding settled',
  'finding opened again',
  'corrected',
  ...keysOf(reopenedBy),
]

const selectSettlingEvents = (db: Db, orderId: number) =>
  db
    .selectFrom('order_events')
    .select(['action', 'details', 'sealed_details'])
    .where('order_id', '=', orderId)
    .where('action', 'in', settlingActions)
    .orderBy('id', 'desc')
    .execute()
