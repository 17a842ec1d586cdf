import { listOpenMessages } from './messages.ts'
import { getOrder } from './order-details.ts'
import { folderCounts, futureMonthCounts, listOrders, searchOrders } from './orders.ts'

/** What is read again once an order has changed: its details, every list (the refund list among them), the counts. */
export const orderReads = [
  getOrder,
  listOrders,
  searchOrders,
  folderCounts,
  futureMonthCounts,
  listOpenMessages,
]

/** What shows whether a reply is open: the order, the rows, the page of replies and its count. */
export const replyReads = [getOrder, listOrders, searchOrders, listOpenMessages]
