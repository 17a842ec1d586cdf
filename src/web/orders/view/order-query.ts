import { getOrder } from '#contract/order-details.ts'
import { readOptions } from '#web/lib/endpoint-hooks.ts'

/** What the view of an order reads; `historyRows` of each history. The server records that the member has seen it. */
export const orderQuery = (orderId: string, historyRows?: number) =>
  readOptions(
    getOrder,
    { params: { orderId }, ...(historyRows !== undefined && { query: { historyRows } }) },
    { showsFailureInline: true },
  )
