import { getOrder } from '#contract/order-details.ts'
import { readOptions } from '#web/lib/endpoint-hooks.ts'

/** Reads an order with up to `historyRows` rows per history. The server records the view. */
export const orderQuery = (orderId: string, historyRows?: number) =>
  readOptions(
    getOrder,
    { params: { orderId }, ...(historyRows !== undefined && { query: { historyRows } }) },
    { showsFailureInline: true },
  )
