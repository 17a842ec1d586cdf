import { sql } from 'kysely'
import { maskCards } from '#contract/rules/card-numbers.ts'
import {
  answeredStages,
  disputeStageRules,
  stateRank,
  type DisputeReason,
  type DisputeStage,
  type DisputeState,
} from '#contract/rules/disputes.ts'
import { lockOrders } from '#server/orders/order-access.ts'
import { guessDueAt } from '#server/orders/order-dispute.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { applyToOrder, type DisputeRow } from './dispute-of-order.ts'
import { onlyOrderOfPayment, type PaymentIds } from './orders-of-payment.ts'

/** A dispute as a gateway's event tells of it: each event tells all (product §14). */
export interface DisputeSnapshot extends PaymentIds {
  gateway_dispute_id: string
  stage: DisputeStage
  reason: DisputeReason
  network: string | null
  network_code: string | null
  amount: string | null
  currency: string | null
  opened_at: Date
  updated_at: Date
  due_at: Date | null
  outcome: DisputeState
  /** The gateway has the answer. */
  isAnswered: boolean
}

const maxCodeChars = 40

const valuesOf = (snapshot: DisputeSnapshot) => {
  const { isAnswered, ...told } = snapshot
  const isDue = disputeStageRules[snapshot.stage].isAnswered
  return {
    ...told,
    network_code: told.network_code && singleLine(maskCards(told.network_code), maxCodeChars),
    state_rank: stateRank({ ...snapshot, isAnswered }),
    due_at: snapshot.due_at ?? (isDue ? guessDueAt(snapshot.opened_at) : null),
    is_due_guessed: snapshot.due_at === null && isDue,
  }
}

const selectOfGateway = (tx: Tx, { gateway, gateway_dispute_id: id }: DisputeSnapshot) =>
  tx
    .selectFrom('disputes')
    .selectAll()
    .where(sql`lower(gateway)`, '=', sql<string>`lower(${gateway})`)
    .where('gateway_dispute_id', '=', id)

const isCompliance = (stage: DisputeStage) => stage === 'compliance'

/**
 * A dispute that a member entered, or that a move made, of which a gateway tells now. An inquiry may have become a
 * chargeback; a compliance case is another matter.
 */
const selectUntold = (tx: Tx, orderId: number, { stage, gateway_dispute_id: gatewayId }: DisputeSnapshot) =>
  tx
    .selectFrom('disputes')
    .selectAll()
    .where('order_id', '=', orderId)
    .where(({ or, eb }) =>
      or([eb('gateway_dispute_id', 'is', null), eb('gateway_dispute_id', '=', gatewayId)]),
    )
    .where(
      'stage',
      'in',
      answeredStages.filter((it) => isCompliance(it) === isCompliance(stage)),
    )
    .where('outcome', '=', 'Open')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** The row of this dispute, locked; made if there is none. `isNewer`: the snapshot decides. */
async function claimRow(
  work: Work<Actor>,
  snapshot: DisputeSnapshot,
  orderId: number | null,
): Promise<{ row: DisputeRow; isNewer: boolean; isNew: boolean }> {
  const values = valuesOf(snapshot)
  const known = await selectOfGateway(work.tx, snapshot).forUpdate().executeTakeFirst()
  const isOfOrder = disputeStageRules[snapshot.stage].isAnswered
  const untold =
    known || orderId === null || !isOfOrder ? undefined : await selectUntold(work.tx, orderId, snapshot)
  if (!known && !untold) {
    const made = await work.tx
      .insertInto('disputes')
      .values({ ...values, order_id: orderId, received_at: work.now })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (made) return { row: made, isNewer: true, isNew: true }
  }
  const row =
    known ?? untold ?? (await selectOfGateway(work.tx, snapshot).forUpdate().executeTakeFirstOrThrow())
  const [at, before] = [snapshot.updated_at.getTime(), row.updated_at.getTime()]
  const isNewer = row === untold || at > before || (at === before && values.state_rank > row.state_rank)
  return { row, isNewer, isNew: false }
}

/** What the gateway knows of the answer; what a member settled stays until the next stage. */
const settlementOf = (row: DisputeRow, { isAnswered, stage, updated_at: at }: DisputeSnapshot) => {
  if (row.settled_by !== null && row.stage === stage) return {}
  return isAnswered
    ? { settled_as: 'answered' as const, settled_at: row.settled_at ?? at, settled_by: null }
    : { settled_as: null, settled_at: null, settled_by: null }
}

/**
 * Stores what a gateway tells of a dispute. The newest event decides, whatever the order in which they come; an event
 * that comes again changes nothing (product §14). Returns the dispute's row.
 */
export async function receiveDispute(work: Work<Actor>, snapshot: DisputeSnapshot): Promise<DisputeRow> {
  const before = await selectOfGateway(work.tx, snapshot).executeTakeFirst()
  const found = before?.order_id ?? (await onlyOrderOfPayment(work.tx, snapshot))
  const { orders } = await lockOrders(work, found === null ? [] : [found])
  const orderId = found !== null && orders.has(found) ? found : null
  const { row, isNewer, isNew } = await claimRow(work, snapshot, orderId)
  if (!isNewer) return row
  const updated = await work.tx
    .updateTable('disputes')
    .set({
      ...valuesOf(snapshot),
      ...settlementOf(row, snapshot),
      ...(row.order_id === null && { order_id: orderId }),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (orderId !== null) await applyToOrder(work, updated, isNew || row.order_id === null ? 'recorded' : row)
  return updated
}
