import type { QueryClient } from '@tanstack/react-query'
import { getOrder } from '#contract/order-details.ts'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import { readOptions } from '#web/lib/endpoint-hooks.ts'
import { readAhead } from '#web/lib/read-ahead.ts'

/** What the view of an order reads; `historyRows` of each history. The server records that the member has seen it. */
export const orderQuery = (orderId: string, historyRows?: number) =>
  readOptions(
    getOrder,
    { params: { orderId }, ...(historyRows !== undefined && { query: { historyRows } }) },
    { showsFailureInline: true },
  )

/** Reads the order whose page is being opened; never before, since the server records it. */
export function readOpenedOrder(client: QueryClient, { pathname }: URL): void {
  const orderId = decodeOrderId(pathname.split('/').at(-1) ?? '')
  if (orderId !== null) readAhead(client, orderQuery(orderId))
}
