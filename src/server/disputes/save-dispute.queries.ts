import type { DisputeOutcome } from '#contract/rules/disputes.ts'
import type { Tx } from '#server/platform/db/database.ts'

export interface Dispute {
  dispute_due_on: string | null
  dispute_reason_code: string | null
  dispute_outcome: DisputeOutcome | null
}

export const lockDispute = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('orders')
    .select(['process_status', 'dispute_due_on', 'dispute_reason_code', 'dispute_outcome'])
    .where('order_id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const updateDispute = (tx: Tx, orderId: number, dispute: Dispute) =>
  tx.updateTable('orders').set(dispute).where('order_id', '=', orderId).execute()
