import type { DisputeOutcome } from '#contract/rules/disputes.ts'
import type { Tx } from '#server/platform/db/database.ts'

export interface Dispute {
  dispute_due_on: string | null
  dispute_reason_code: string | null
  dispute_outcome: DisputeOutcome | null
}

export const updateDispute = (tx: Tx, orderId: number, dispute: Dispute) =>
  tx.updateTable('orders').set(dispute).where('order_id', '=', orderId).execute()
