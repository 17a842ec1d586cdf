import type { OrderRow } from '#contract/orders.ts'

/** In Refunds and not paid back yet (product §3, Refunded it). */
export const isRefundPending = ({
  process_status: status,
  refund_date: refundedAt,
}: Pick<OrderRow, 'process_status' | 'refund_date'>) => status === 'Refunds' && refundedAt === null
