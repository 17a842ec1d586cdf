import * as contract from '#contract/disputes.ts'
import { disputableStatuses } from '#contract/rules/statuses.ts'
import { recordEvent } from '#server/orders/events.ts'
import { requireStatus } from '#server/orders/current-status.ts'
import { lockOrder } from '#server/orders/order-access.ts'
import { implement, write } from '#server/platform/http/implement.ts'

export const disputeCalls = implement(contract, {
  /** Records a chargeback's facts; the event keeps the former values. 409 outside the statuses of a dispute. */
  saveDispute: write(async (work, { body: { orderId, dueOn, reasonCode, outcome } }) => {
    const before = await lockOrder(work, orderId)
    requireStatus(before, disputableStatuses)
    const after = {
      dispute_due_on: dueOn || null,
      dispute_reason_code: reasonCode || null,
      dispute_outcome: outcome || null,
    }
    await work.tx.updateTable('orders').set(after).where('order_id', '=', orderId).execute()
    await recordEvent(work, {
      orderId,
      action: 'chargeback recorded',
      details: {
        due_on: { from: before.dispute_due_on, to: after.dispute_due_on },
        reason_code: { from: before.dispute_reason_code, to: after.dispute_reason_code },
        outcome: { from: before.dispute_outcome, to: after.dispute_outcome },
      },
    })
    return { message: 'Chargeback has been saved successfully.' }
  }),
})
