import { listOpenMessages } from '#contract/messages.ts'
import { folderCounts, futureMonthCounts, getOrder, listOrders, searchOrders } from '#contract/orders.ts'

/** What shows whether a reply is open: the order, the rows, the page of replies and its count. */
export const replyReads = [getOrder, listOrders, searchOrders, listOpenMessages]

/** A document taken from a mail can complete its order, which leads to another queue. */
export const takenReads = [...replyReads, folderCounts, futureMonthCounts]
