import type { QueueName } from '#contract/rules/queues.ts'
import type { Permission } from '#contract/rules/roles.ts'
import { queuePaths } from '#contract/rules/staff-addresses.ts'
import type { BulkActionName } from '../action-texts.ts'

export const columnKeys = [
  'orderId',
  'promise',
  'status',
  'name',
  'arrivalDate',
  'departureDate',
  'email',
  'telephone',
  'date',
  'refundDate',
  'processDate',
  'processMonth',
  'assignedTo',
  'orderType',
] as const
/** The specification's columns and the promise; after them one of their own in Refunds and Chargeback. */
export type ColumnKey = (typeof columnKeys)[number] | 'refundAmount' | 'answerDue'

export interface BulkButton {
  action: BulkActionName
  /** Who sees it; the server enforces it. */
  permission: Permission
}

export interface QueueScreen {
  path: `/admin/${string}`
  /** As on its tile or in the sidebar. */
  heading: string
  permission: Permission
  columns: readonly ColumnKey[]
  /** Those that hold nothing as long as an order is in the queue. */
  emptyColumns: readonly ColumnKey[]
  /** px, of columns that are not as wide as in other queues. */
  widths: Partial<Record<ColumnKey, number>>
  bulk: readonly BulkButton[]
  /** Orders wait in it for a member to take the next one. */
  hasWork: boolean
  /** Who sees Delete in a row; null where nothing is deleted. */
  rowDelete: Permission | null
}

const columnsWithout = (...hidden: ColumnKey[]) => columnKeys.filter((key) => !hidden.includes(key))

const assign: BulkButton = { action: 'assign', permission: 'workOrders' }
const giveBack: BulkButton = { action: 'giveBack', permission: 'workOrders' }
const refund: BulkButton = { action: 'refund', permission: 'workOrders' }
const deleteFor = (permission: Permission): BulkButton => ({ action: 'delete', permission })

/** Of a queue with a column beside the specification's: telephones, names of members and long statuses take two lines. */
const narrowWidths = {
  name: 90,
  telephone: 94,
  processMonth: 72,
  assignedTo: 84,
  orderType: 78,
} satisfies QueueScreen['widths']
/** All of its orders are New. */
const newWidths = { ...narrowWidths, status: 76 }

/** Defaults of most queues: no Date column, and leads may delete. */
const defaultScreen = {
  permission: 'workOrders',
  columns: columnsWithout('date'),
  emptyColumns: ['refundDate'],
  widths: narrowWidths,
  bulk: [deleteFor('deleteFromList')],
  hasWork: true,
  rowDelete: 'deleteFromList',
} satisfies Partial<QueueScreen>

/** Queues of orders that have their document, or wait for none. */
const finishedScreen = {
  ...defaultScreen,
  columns: columnsWithout('promise', 'date'),
  widths: {},
  hasWork: false,
} satisfies Partial<QueueScreen>

/** Queues of orders without an assignee. */
const unassignedScreen = {
  ...defaultScreen,
  columns: columnKeys,
  emptyColumns: ['refundDate', 'processDate', 'assignedTo'],
  widths: newWidths,
  bulk: [assign, ...defaultScreen.bulk],
} satisfies Partial<QueueScreen>

/** The fourteen order queue screens (spec §2, §6; product §9), and the open orders of all queues (product §12). */
export const queueScreens = {
  myOrder: {
    ...defaultScreen,
    path: queuePaths.myOrder,
    heading: 'My Orders',
    widths: newWidths,
    bulk: [giveBack, deleteFor('deleteButtonOnMyOrders')],
  },
  newOrder: { ...unassignedScreen, path: queuePaths.newOrder, heading: 'New Orders' },
  priorityOrder: { ...unassignedScreen, path: queuePaths.priorityOrder, heading: 'Priority Order' },
  pendingOrder: {
    ...defaultScreen,
    path: queuePaths.pendingOrder,
    heading: 'Pending Orders',
    widths: newWidths,
  },
  completedOrder: {
    ...finishedScreen,
    path: queuePaths.completedOrder,
    heading: 'Completed Orders',
  },
  awaitingOrder: { ...defaultScreen, path: queuePaths.awaitingOrder, heading: 'Awaiting Customer' },
  awaitingGovtOrder: { ...defaultScreen, path: queuePaths.awaitingGovtOrder, heading: 'Awaiting Govt' },
  contactCustomerOrder: {
    ...defaultScreen,
    path: queuePaths.contactCustomerOrder,
    heading: 'Contact Customer',
    columns: columnsWithout('date', 'telephone'),
  },
  customerCalledOrder: { ...defaultScreen, path: queuePaths.customerCalledOrder, heading: 'Customer Called' },
  allOrder: {
    ...defaultScreen,
    hasWork: false,
    path: queuePaths.allOrder,
    heading: 'Order History',
    emptyColumns: [],
    permission: 'seeOrderHistory',
  },
  futureOrder: {
    ...defaultScreen,
    hasWork: false,
    path: queuePaths.futureOrder,
    heading: 'Future Orders',
    columns: columnKeys,
    widths: newWidths,
    bulk: [deleteFor('deleteFromFutureQueue')],
    rowDelete: 'deleteFromFutureQueue',
  },
  deletedOrder: {
    ...finishedScreen,
    path: queuePaths.deletedOrder,
    heading: 'Deleted Orders',
    bulk: [],
    rowDelete: null,
  },
  refundOrder: {
    ...finishedScreen,
    hasWork: true,
    path: queuePaths.refundOrder,
    heading: 'Refunds',
    emptyColumns: [],
    columns: [...finishedScreen.columns, 'refundAmount'],
    widths: narrowWidths,
    bulk: [refund, ...defaultScreen.bulk],
  },
  chargeBack: {
    ...finishedScreen,
    hasWork: true,
    path: queuePaths.chargeBack,
    heading: 'Chargeback',
    widths: { ...narrowWidths, email: 112 },
    columns: [...finishedScreen.columns, 'answerDue'],
  },
  openOrder: {
    ...defaultScreen,
    path: queuePaths.openOrder,
    heading: 'Open Orders',
    bulk: [],
    rowDelete: null,
  },
} as const satisfies Record<QueueName, QueueScreen>

export const screenOf = (queue: QueueName): QueueScreen => queueScreens[queue]

export const columnKeysOf = (queue: QueueName): readonly ColumnKey[] => screenOf(queue).columns

/** The five queues of the dashboard's tiles and of the tabs, in order (spec §2). */
export const dashboardQueues = [
  'myOrder',
  'newOrder',
  'priorityOrder',
  'pendingOrder',
  'completedOrder',
] as const satisfies readonly QueueName[]
