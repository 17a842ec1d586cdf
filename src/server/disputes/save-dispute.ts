import * as contract from '#contract/disputes.ts'
import { disputableStatuses } from '#contract/rules/statuses.ts'
import { meanwhileNotice, mergeSaved } from '#server/corrections/changes-since.ts'
import { recordEvent } from '#server/orders/events.ts'
import { requireStatus } from '#server/orders/current-status.ts'
import { lockOrder } from '#server/orders/order-access.ts'
import { implement, write } from '#server/platform/http/implement.ts'

export const disputeCalls = implement(contract, {
  /** Records a chargeback's facts; the event keeps the former values. 409 outside the statuses of a dispute. */
  saveDispute: write(async (work, { body: { orderId, dueOn, reasonCode, outcome, ...seen } }) => {
    const before = await lockOrder(work, orderId)
    requireStatus(before, disputableStatuses)
    const current = {
      due_on: before.dispute_due_on,
      reason_code: before.dispute_reason_code,
      outcome: before.dispute_outcome,
    }
    const changes = { due_on: dueOn || null, reason_code: reasonCode || null, outcome: outcome || null }
    const { data, ...told } = await mergeSaved(work, { orderId, kind: 'dispute', current, changes, ...seen })
    await work.tx
      .updateTable('orders')
      .set({
        dispute_due_on: data.due_on,
        dispute_reason_code: data.reason_code,
        dispute_outcome: data.outcome,
      })
      .where('order_id', '=', orderId)
      .execute()
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
