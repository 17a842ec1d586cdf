import type { DisputeOutcome } from '#contract/rules/disputes.ts'
import { disputable, statusWords } from '#contract/rules/statuses.ts'
import { recordEvent } from '#server/orders/events.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { lockDispute, updateDispute } from './save-dispute.queries.ts'

export interface DisputeBody {
  orderId: number
  dueOn: string
  reasonCode: string
  outcome: DisputeOutcome | ''
}

/** Records a chargeback's facts; the event keeps what they replace. 409 outside the statuses of a dispute. */
export async function saveDispute(
  work: Work,
  { orderId, dueOn, reasonCode, outcome }: DisputeBody,
): Promise<void> {
  const before = await lockDispute(work.tx, orderId)
  if (!before) return refuse('notFound', `Order ${orderId} does not exist.`)
  if (!disputable.includes(before.process_status))
    refuse('conflict', `Order ${orderId} is ${statusWords[before.process_status].label}.`)
  const after = {
    dispute_due_on: dueOn || null,
    dispute_reason_code: reasonCode || null,
    dispute_outcome: outcome || null,
  }
  await updateDispute(work.tx, orderId, after)
  await recordEvent(work, {
    orderId,
    action: 'chargeback recorded',
    details: {
      due_on: { from: before.dispute_due_on, to: after.dispute_due_on },
      reason_code: { from: before.dispute_reason_code, to: after.dispute_reason_code },
      outcome: { from: before.dispute_outcome, to: after.dispute_outcome },
    },
  })
}
