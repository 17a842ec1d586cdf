import * as contract from '#contract/disputes.ts'
import { addDays, estDate, estDayRange } from '#contract/rules/dates.ts'
import { reasonOfCode, stateRank, type DisputeState } from '#contract/rules/disputes.ts'
import { disputableStatuses } from '#contract/rules/statuses.ts'
import { requireStageAccess, settlementAfter } from '#server/disputes/dispute-of-order.ts'
import { meanwhileNotice, mergeSaved } from './changes-since.ts'
import { recordEvent } from '#server/orders/events.ts'
import { requireStatus } from '#server/orders/current-status.ts'
import { lockOrder, type LockedOrder } from '#server/orders/order-access.ts'
import { deriveDisputes, selectShownDispute } from '#server/orders/order-dispute.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'

interface DisputeFacts {
  due_on: string | null
  reason_code: string | null
  outcome: LockedOrder['dispute_outcome']
}

/** A day by hand is its end in EST (product §14). */
const endOfDay = (day: string): Date => {
  const { from: next } = estDayRange(addDays(day, 1), null)
  return new Date((next?.getTime() ?? 0) - 1000)
}

/** The short form of the dispute that lists show; an order without one gets it, unless nothing is said. */
async function saveFacts(work: Work, order: LockedOrder, facts: DisputeFacts): Promise<void> {
  const shown = await selectShownDispute(work.tx, order.order_id)
  if (shown) requireStageAccess(work, shown.stage)
  else if (Object.values(facts).every((fact) => fact === null)) return
  const { stage } = shown ?? { stage: 'chargeback' as const }
  const outcome: DisputeState = facts.outcome ?? 'Open'
  const isSameDay = shown?.due_at && facts.due_on === estDate(shown.due_at)
  const values = {
    due_at: isSameDay ? shown.due_at : facts.due_on ? endOfDay(facts.due_on) : null,
    is_due_guessed: isSameDay ? shown.is_due_guessed : false,
    network_code: facts.reason_code,
    outcome,
    reason: (facts.reason_code && reasonOfCode(facts.reason_code)) || (shown?.reason ?? 'other'),
    updated_at: work.now,
    state_rank: stateRank({ stage, outcome, isAnswered: false }),
    ...(shown && settlementAfter(shown, { stage, outcome })),
  }
  if (shown) await work.tx.updateTable('disputes').set(values).where('id', '=', shown.id).execute()
  else
    await work.tx
      .insertInto('disputes')
      .values({
        order_id: order.order_id,
        gateway: order.gateway ?? 'unknown',
        network: order.network,
        stage,
        moved_as: 'chargeback',
        opened_at: work.now,
        received_at: work.now,
        ...values,
      })
      .execute()
  await deriveDisputes(work.tx, [order.order_id])
}

export const disputeCalls = implement(contract, {
  /** Records a chargeback's facts; the event keeps the former values. 409 outside the statuses of a dispute. */
  saveDispute: write(async (work, { body: { orderId, dueOn, reasonCode, outcome, ...seen } }) => {
    const before = await lockOrder(work, orderId)
    requireStatus(before, disputableStatuses)
    const current: DisputeFacts = {
      due_on: before.dispute_due_on,
      reason_code: before.dispute_reason_code,
      outcome: before.dispute_outcome,
    }
    const changes = { due_on: dueOn || null, reason_code: reasonCode || null, outcome: outcome || null }
    const { data, ...told } = await mergeSaved(work, {
      orderId,
      kind: 'dispute',
      current: { ...current },
      changes,
      ...seen,
    })
    await saveFacts(work, before, data)
    await recordEvent(work, {
      orderId,
      action: 'chargeback recorded',
      details: {
        due_on: { from: current.due_on, to: data.due_on },
        reason_code: { from: current.reason_code, to: data.reason_code },
        outcome: { from: current.outcome, to: data.outcome },
      },
    })
    return {
      message: `Chargeback has been saved successfully.${meanwhileNotice(told.meanwhile)}`,
      data: told,
    }
  }),
})
