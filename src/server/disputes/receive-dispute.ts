import { sql } from 'kysely'
import { maskCards } from '#contract/rules/card-numbers.ts'
import {
  answeredStages,
  disputeStageRules,
  stateRank,
  type DisputeReason,
  type DisputeStage,
  type DisputeState,
  type Settlement,
} from '#contract/rules/disputes.ts'
import type { LockedOrder } from '#server/orders/order-access.ts'
import { guessDueAt } from '#server/orders/order-dispute.ts'
import {
  idsOf,
  lockOrderOfPayment,
  PaymentLinkedMeanwhile,
  type PaymentIds,
} from '#server/orders/orders-of-payment.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import { applyToOrder, linkWaiting, type DisputeRow } from './dispute-of-order.ts'

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
  /** It takes no answer, so that no due time is guessed. */
  isFinal?: boolean
  outcome: DisputeState
  /** What the gateway knows to be done. */
  settled_as: Settlement | null
}

const maxCodeChars = 40

const valuesOf = ({ settled_as: settledAs, isFinal = false, ...told }: DisputeSnapshot) => {
  const isGuessed =
    told.due_at === null && !isFinal && told.outcome === 'Open' && disputeStageRules[told.stage].isAnswered
  return {
    ...told,
    network_code: told.network_code && singleLine(maskCards(told.network_code), maxCodeChars),
    state_rank: stateRank({ ...told, isAnswered: settledAs !== null }),
    due_at: isGuessed ? guessDueAt(told.opened_at) : told.due_at,
    is_due_guessed: isGuessed,
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
const selectUntold = (tx: Tx, orderId: number, { stage, gateway_dispute_id: id }: DisputeSnapshot) =>
  tx
    .selectFrom('disputes')
    .selectAll()
    .where('order_id', '=', orderId)
    .where(({ eb, or, and }) =>
      or([
        eb('gateway_dispute_id', '=', id),
        and([eb('gateway_dispute_id', 'is', null), eb('outcome', '=', 'Open')]),
      ]),
    )
    .where(
      'stage',
      'in',
      answeredStages.filter((it) => isCompliance(it) === isCompliance(stage)),
    )
    .orderBy('gateway_dispute_id')
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

/** What the gateway knows of the answer. What a member settled stays, as long as the dispute stays in its stage. */
const settlementOf = (row: DisputeRow, { stage, settled_as, updated_at: at }: DisputeSnapshot) => {
  if (row.settled_by !== null && row.stage === stage) return {}
  const settled_at = settled_as && ((row.settled_by === null ? row.settled_at : null) ?? at)
  return { settled_as, settled_at, settled_by: null }
}

/**
 * Stores what a gateway tells of a dispute. The newest event decides, whatever the order in which they come; an event
 * that comes again changes nothing (product §14). Returns the dispute's row. `admit` refuses an order of another site.
 */
export async function receiveDispute(
  work: Work<Actor>,
  snapshot: DisputeSnapshot,
  admit?: (order: LockedOrder) => void,
): Promise<DisputeRow> {
  const order = await lockOrderOfPayment(
    work,
    snapshot,
    async () => (await selectOfGateway(work.tx, snapshot).executeTakeFirst())?.order_id,
  )
  if (order) admit?.(order)
  const orderId = order?.order_id ?? null
  const { row, isNewer, isNew } = await claimRow(work, snapshot, orderId)
  if (order && row.order_id !== null && row.order_id !== orderId) throw new PaymentLinkedMeanwhile()
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
  if (orderId === null) return updated
  const isLinked = isNew || row.order_id === null
  await applyToOrder(work, updated, isLinked ? 'recorded' : row)
  if (isLinked) await linkWaiting(work, orderId, idsOf(updated))
  return updated
}
