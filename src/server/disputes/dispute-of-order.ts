import { sql, type Selectable } from 'kysely'
import { can } from '#contract/rules/roles.ts'
import { moveToChargeback } from '#server/orders/change-status.ts'
import { recordEvent } from '#server/orders/events.ts'
import { deriveDisputes } from '#server/orders/order-dispute.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import {
  idsOf,
  lockPayment,
  namesPayment,
  onlyOrderOfPayment,
  selectAwaited,
  type PaymentIds,
} from '#server/orders/orders-of-payment.ts'
import {
  linkGatewayRefund,
  recordPreventedRefund,
  selectWaitingRefunds,
} from '#server/refunds/gateway-refunds.ts'

export type DisputeRow = Selectable<Tables['disputes']>

/** Compliance cases are an Admin's (product §14). */
export function requireStageAccess({ actor }: Work, stage: DisputeRow['stage']): void {
  if (stage === 'compliance' && !can(actor.role, 'workComplianceCases'))
    refuse('forbidden', 'Only an Admin works on compliance cases.')
}

/** A settlement ends with its stage, and when a decided dispute is opened again. */
export const settlementAfter = (
  before: Pick<DisputeRow, 'stage' | 'outcome'>,
  after: Pick<DisputeRow, 'stage' | 'outcome'>,
) =>
  before.stage !== after.stage || (before.outcome !== 'Open' && after.outcome === 'Open')
    ? { settled_as: null, settled_at: null, settled_by: null }
    : {}

/** Columns whose changes the order's history shows, and undo takes back. */
const shownColumns = [
  'stage',
  'reason',
  'network',
  'network_code',
  'amount',
  'currency',
  'due_at',
  'is_due_guessed',
  'outcome',
  'settled_as',
] as const

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : value instanceof Date ? value.toISOString() : String(value)

export const changesOf = (before: DisputeRow, after: DisputeRow) =>
  Object.fromEntries(
    shownColumns
      .map((column) => [column, { from: textOf(before[column]), to: textOf(after[column]) }] as const)
      .filter(([, { from, to }]) => from !== to),
  )

/**
 * A new dispute of a locked order, or one that changed: its event, its move, and what lists show of it. Returns the
 * events' ids.
 */
export async function applyToOrder(
  work: Work<Actor>,
  row: DisputeRow,
  before: DisputeRow | 'recorded' | 'linked',
): Promise<number[]> {
  const { order_id: orderId, id: dispute, stage, reason } = row
  if (orderId === null) return []
  const details = { dispute, stage, reason }
  const changes = typeof before === 'object' ? changesOf(before, row) : {}
  const told =
    typeof before === 'string'
      ? [await recordEvent(work, { orderId, action: `dispute ${before}`, details })]
      : Object.keys(changes).length > 0
        ? [await recordEvent(work, { orderId, action: 'dispute changed', details: { ...details, changes } })]
        : []
  const moved = await moveOrder(work, row, orderId)
  if (stage === 'warning' || stage === 'prevented') await settleRefundedWarnings(work, orderId)
  await deriveDisputes(work.tx, [orderId])
  return [...told, ...moved]
}

/** Nothing is left to do about an open warning of a refunded order; what a member settled stays. */
export async function settleRefundedWarnings(work: Work<Actor>, orderId: number): Promise<void> {
  const { rows } = await sql<DisputeRow>`
    update disputes d
    set settled_as = 'refunded', settled_at = ${work.now}
    from disputes before join orders o using (order_id)
    where before.id = d.id and d.order_id = ${orderId} and o.refund_date is not null
      and d.stage = 'warning' and d.outcome = 'Open' and d.settled_by is null
      and d.settled_as is distinct from 'refunded'
    returning before.*
  `.execute(work.tx)
  for (const before of rows) {
    const { id: dispute, stage, reason } = before
    const changes = changesOf(before, { ...before, settled_as: 'refunded' })
    await recordEvent(work, {
      orderId,
      action: 'dispute changed',
      details: { dispute, stage, reason, changes },
    })
  }
}

/** Only a chargeback moves its order to ChargeBack, and a prevented dispute to Refunds, each once. */
async function moveOrder(
  work: Work<Actor>,
  { id, stage, moved_as: movedAs, amount, currency }: DisputeRow,
  orderId: number,
): Promise<number[]> {
  if ((stage !== 'chargeback' && stage !== 'prevented') || movedAs === stage) return []
  await work.tx.updateTable('disputes').set({ moved_as: stage }).where('id', '=', id).execute()
  if (stage === 'chargeback') return moveToChargeback(work, orderId)
  // Of two disputes of an order, a chargeback has the last word, whichever comes first.
  const stays = await hasOtherChargeback(work.tx, orderId, id)
  return recordPreventedRefund(work, orderId, { amount, currency, stays })
}

const hasOtherChargeback = async (tx: Tx, orderId: number, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('disputes')
    .select('id')
    .where('order_id', '=', orderId)
    .where('id', '<>', id)
    .where('stage', '=', 'chargeback')
    .limit(1)
    .executeTakeFirst()) !== undefined

const selectWaitingDisputes = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('disputes')
    .selectAll()
    .where('order_id', 'is', null)
    .where(namesPayment(ids))
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Links what waits for a payment by these ids, when its order comes, gets its transaction, or is named by a dispute or a
 * refund that has further ids. The order is locked.
 */
export async function linkWaiting(work: Work<Actor>, orderId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const all = await lockPayment(work.tx, ids)
  const isOfOrder = async (row: PaymentIds) => (await onlyOrderOfPayment(work.tx, row)) === orderId
  // What one names may link another.
  for (let linked = 1; linked > 0;) {
    linked = 0
    for (const row of await selectWaitingDisputes(work.tx, all))
      if (await isOfOrder(row)) {
        await giveToOrder(work, row, orderId)
        linked += 1
      }
    for (const row of await selectWaitingRefunds(work.tx, all))
      if (await isOfOrder(row)) {
        await linkGatewayRefund(work, row, orderId)
        linked += 1
      }
  }
  await settleRefundedWarnings(work, orderId)
}

/** The same for the orders of an import. */
export async function linkWaitingOf(
  work: Work<Actor>,
  orders: readonly { order_id: number; transaction_id: string | null }[],
): Promise<void> {
  const awaited = await selectAwaited(
    work.tx,
    orders.flatMap(({ transaction_id: id }) => id ?? []),
  )
  for (const { order_id: orderId, transaction_id: id } of orders)
    if (id !== null && awaited.has(id)) await linkWaiting(work, orderId, [id])
}

async function giveToOrder(work: Work<Actor>, row: DisputeRow, orderId: number): Promise<number[]> {
  await work.tx.updateTable('disputes').set({ order_id: orderId }).where('id', '=', row.id).execute()
  return applyToOrder(work, { ...row, order_id: orderId }, 'linked')
}

/** Gives a dispute that waits to its locked order, and what else waits for its payment; returns its events' ids. */
export async function linkDisputeRow(work: Work<Actor>, row: DisputeRow, orderId: number): Promise<number[]> {
  const events = await giveToOrder(work, row, orderId)
  await linkWaiting(work, orderId, idsOf(row))
  return events
}
