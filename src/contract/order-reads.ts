import { listDisputes } from './disputes.ts'
import { listMailProblems } from './mail-problems.ts'
import { listOpenMessages } from './messages.ts'
import { listOutgoing } from './moves.ts'
import { getOrder } from './order-details.ts'
import { folderCounts, futureMonthCounts, listOrders, searchOrders, urgencyCounts } from './orders.ts'
import { shiftDesk } from './shift-desk.ts'
import { listProposals } from './proposals.ts'
import { listViews } from './views.ts'

/** Endpoints to refresh when an order has changed: its details, every list and the counts. */
export const orderReadEndpoints = [
  getOrder,
  listOrders,
  searchOrders,
  folderCounts,
  futureMonthCounts,
  urgencyCounts,
  listOpenMessages,
  listDisputes,
  listMailProblems,
  listOutgoing,
  listProposals,
  listViews,
  shiftDesk,
]

/** Endpoints to refresh when replies are handled. */
export const replyReadEndpoints = [getOrder, listOrders, searchOrders, listOpenMessages, shiftDesk]
