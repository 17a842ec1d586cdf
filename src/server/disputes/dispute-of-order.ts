import type { Selectable } from 'kysely'
import { can } from '#contract/rules/roles.ts'
import { moveToChargeback } from '#server/orders/change-status.ts'
import { recordEvent } from '#server/orders/events.ts'
import { deriveDisputes } from '#server/orders/order-dispute.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { recordPreventedRefund } from '#server/refunds/gateway-refunds.ts'
import { onlyOrderOfPayment, selectAwaited } from './orders-of-payment.ts'

export type DisputeRow = Selectable<Tables['disputes']>

/** Compliance cases are an Admin's (product §14). */
export function requireStageAccess({ actor }: Work, stage: DisputeRow['stage']): void {
  if (stage === 'compliance' && !can(actor.role, 'workOnComplianceCases'))
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
  await deriveDisputes(work.tx, [orderId])
  return [...told, ...moved]
}

/** Only a chargeback moves its order to ChargeBack, and a prevented dispute to Refunds, each once. */
async function moveOrder(
  work: Work<Actor>,
  { id, stage, moved_as: movedAs, amount, currency }: DisputeRow,
  orderId: number,
): Promise<number[]> {
  const isFirst =
    (stage === 'chargeback' && movedAs === null) || (stage === 'prevented' && movedAs !== 'prevented')
  if (!isFirst) return []
  await work.tx.updateTable('disputes').set({ moved_as: stage }).where('id', '=', id).execute()
  if (stage === 'chargeback') return moveToChargeback(work, orderId)
  // Of two disputes of an order, a chargeback has the last word, whichever comes first.
  if (await hasOtherChargeback(work.tx, orderId, id)) return []
  return recordPreventedRefund(work, orderId, { amount, currency })
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

/** Links what waited for this payment, when its order comes or its transaction is recorded. The order is locked. */
export async function linkWaitingDisputes(
  work: Work<Actor>,
  orderId: number,
  transactionId: string | null,
): Promise<void> {
  if (!transactionId) return
  const waiting = await work.tx
    .selectFrom('disputes')
    .selectAll()
    .where('order_id', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('transaction_id', '=', transactionId),
        eb('charge_id', '=', transactionId),
        eb('payment_intent_id', '=', transactionId),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of waiting)
    if ((await onlyOrderOfPayment(work.tx, row)) === orderId) await linkDisputeRow(work, row, orderId)
}

/** The same for the orders of an import. */
export async function linkWaitingDisputesOf(
  work: Work<Actor>,
  orders: readonly { order_id: number; transaction_id: string | null }[],
): Promise<void> {
  const awaited = await selectAwaited(
    work.tx,
    orders.flatMap(({ transaction_id: id }) => id ?? []),
  )
  for (const { order_id: orderId, transaction_id: id } of orders)
    if (id !== null && awaited.has(id)) await linkWaitingDisputes(work, orderId, id)
}

/** Gives a dispute that waits to its locked order; returns the events' ids. */
export async function linkDisputeRow(work: Work<Actor>, row: DisputeRow, orderId: number): Promise<number[]> {
  await work.tx.updateTable('disputes').set({ order_id: orderId }).where('id', '=', row.id).execute()
  return applyToOrder(work, { ...row, order_id: orderId }, 'linked')
}
