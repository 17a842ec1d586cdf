import * as contract from '#contract/disputes.ts'
import type { Body } from '#contract/endpoint.ts'
import { disputeStageRules, stateRank, type Settlement } from '#contract/rules/disputes.ts'
import { bulkResult } from '#server/orders/bulk-result.ts'
import { changeEach } from '#server/orders/bulk-change.ts'
import { moveChange } from '#server/orders/move.ts'
import { lockOrder, type LockedOrder } from '#server/orders/order-access.ts'
import { guessDueAt } from '#server/orders/order-dispute.ts'
import { idsOf, lockPayment } from '#server/orders/orders-of-payment.ts'
import { createUndoToken } from '#server/orders/undo.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import {
  applyToOrder,
  linkDisputeRow,
  requireStageAccess,
  settlementAfter,
  type DisputeRow,
} from './dispute-of-order.ts'

async function lockDispute(work: Work, disputeId: number, orderId: number): Promise<DisputeRow> {
  const row = await work.tx
    .selectFrom('disputes')
    .selectAll()
    .where('id', '=', disputeId)
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return refuse('notFound', `Order ${orderId} has no such dispute.`)
  requireStageAccess(work, row.stage)
  return row
}

type DisputeChange = Partial<Omit<DisputeRow, 'id'>>

/** 409 where another dispute has the gateway's id. */
function refuseTaken(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'disputes_gateway')
    refuse('conflict', 'There is a dispute with this id of the gateway already.')
  throw error
}

/** A change by a member; returns the events' ids. */
async function updateDispute(work: Work, before: DisputeRow, change: DisputeChange): Promise<number[]> {
  const after = await work.tx
    .updateTable('disputes')
    .set(change)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseTaken)
  return applyToOrder(work, after, before)
}

const answered = async (work: Work, orderId: number, eventIds: number[]) =>
  bulkResult([orderId], [], await createUndoToken(work, eventIds))

const settledMessages = {
  answered: 'The dispute is answered.',
  accepted: 'The dispute is accepted.',
  refunded: 'The dispute is settled by a refund.',
  left: 'The warning is left as it is.',
} as const satisfies Record<Settlement, string>

function requireUnsettled({ stage, outcome, settled_as: settledAs }: DisputeRow, as: Settlement): void {
  const { label, settledAs: possible } = disputeStageRules[stage]
  if (!possible.some((it) => it === as)) refuse('conflict', `${label}: it cannot be ${as}.`)
  if (settledAs) refuse('conflict', `The dispute was ${settledAs} already.`)
  if (outcome !== 'Open') refuse('conflict', `The dispute is decided: ${outcome}.`)
}

/** Moves the order of a warning that is refunded to Refunds, unless it is there or disputed. */
async function moveToRefunds(work: Work, order: LockedOrder): Promise<number[]> {
  if (['Refunds', 'ChargeBack'].includes(order.process_status)) return []
  const { eventIds } = await changeEach(work, {
    ids: [order.order_id],
    ...moveChange(work, { updatingStatus: 'Refunds' }),
  })
  return eventIds
}

type Edit = Omit<Body<typeof contract.recordDispute>, 'orderId' | 'disputeId'>

const unknown = {
  network: null,
  network_code: null,
  gateway_dispute_id: null,
  amount: null,
  currency: null,
  due_at: null,
  is_due_guessed: false,
  outcome: 'Open',
} as const

type EditedRow = Pick<DisputeRow, keyof typeof unknown>

/** The event is the member's, at the time of the call (product §14). An absent field keeps its value. */
function editedValues(now: Date, { due_at: due, ...edit }: Edit, before: EditedRow) {
  const { network, network_code, gateway_dispute_id, amount, currency, outcome } = before
  const texts = { network, network_code, gateway_dispute_id, amount, currency, outcome, ...edit }
  const isDue = disputeStageRules[edit.stage].isAnswered
  const dueAt = due === undefined ? before.due_at : due ? new Date(due) : null
  return {
    ...texts,
    network: texts.network || null,
    network_code: texts.network_code || null,
    gateway_dispute_id: texts.gateway_dispute_id || null,
    amount: texts.amount || null,
    currency: texts.currency || null,
    due_at: dueAt ?? (isDue ? guessDueAt(now) : null),
    is_due_guessed: isDue && (!dueAt || (due === undefined && before.is_due_guessed)),
    updated_at: now,
    state_rank: stateRank({ stage: edit.stage, outcome: texts.outcome, isAnswered: false }),
  }
}

export const changeDisputeCalls = implement(contract, {
  /** 409 for a settlement that its stage does not know, for a settled and for a decided dispute (product §14). */
  settleDispute: write(async (work, { body: { orderId, disputeId, as } }) => {
    const order = await lockOrder(work, orderId)
    const before = await lockDispute(work, disputeId, orderId)
    requireUnsettled(before, as)
    if (as === 'refunded' && order.refund_date)
      refuse('conflict', `Order ${orderId} is refunded already: leave the warning as it is.`)
    const settled = await updateDispute(work, before, {
      settled_as: as,
      settled_at: work.now,
      settled_by: work.actor.id,
      ...(as === 'accepted' && { outcome: 'Accepted' as const, updated_at: work.now }),
    })
    const moved = as === 'refunded' ? await moveToRefunds(work, order) : []
    return { message: settledMessages[as], data: await answered(work, orderId, [...settled, ...moved]) }
  }),
  recordDispute: write(async (work, { body: { orderId, disputeId, ...edit } }) => {
    const order = await lockOrder(work, orderId)
    requireStageAccess(work, edit.stage)
    if (disputeId !== undefined) {
      const before = await lockDispute(work, disputeId, orderId)
      const values = editedValues(work.now, edit, before)
      const events = await updateDispute(work, before, { ...values, ...settlementAfter(before, values) })
      const data = { ...(await answered(work, orderId, events)), disputeId }
      return { message: 'The dispute has been saved.', data }
    }
    const row = await insertDispute(work, order, edit)
    const events = await applyToOrder(work, row, 'recorded')
    await work.tx
      .updateTable('disputes')
      .set({ event_id: events[0] ?? null })
      .where('id', '=', row.id)
      .execute()
    const data = { ...(await answered(work, orderId, events)), disputeId: row.id }
    return { message: 'The dispute has been recorded.', data }
  }),
  /** 409 if it has an order. */
  linkDispute: write(async (work, { body: { orderId, disputeId } }) => {
    await lockOrder(work, orderId)
    const select = work.tx.selectFrom('disputes').selectAll().where('id', '=', disputeId)
    const found = await select.executeTakeFirst()
    if (found) await lockPayment(work.tx, idsOf(found))
    const row = await select.forUpdate().executeTakeFirst()
    if (!row) return refuse('notFound', 'There is no such dispute.')
    if (row.order_id !== null) return refuse('conflict', `The dispute is of order ${row.order_id} already.`)
    requireStageAccess(work, row.stage)
    const data = await answered(work, orderId, await linkDisputeRow(work, row, orderId))
    return { message: `The dispute is of order ${orderId} now.`, data }
  }),
})

async function insertDispute(work: Work, order: LockedOrder, edit: Edit): Promise<DisputeRow> {
  const gateway = order.gateway ?? 'unknown'
  const values = editedValues(work.now, edit, { ...unknown, network: order.network })
  return work.tx
    .insertInto('disputes')
    .values({
      order_id: order.order_id,
      gateway,
      opened_at: work.now,
      received_at: work.now,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseTaken)
}
