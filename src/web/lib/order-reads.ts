import { listOpenMessages } from '#contract/messages.ts'
import { folderCounts, futureMonthCounts, getOrder, listOrders, searchOrders } from '#contract/orders.ts'

/** What is read again once an order has changed: its details, every list (the refund list among them), the counts. */
export const orderReads = [
  getOrder,
  listOrders,
  searchOrders,
  folderCounts,
  futureMonthCounts,
  listOpenMessages,
]
