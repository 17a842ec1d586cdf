import type { QueueName } from '#contract/rules/queues.ts'
import type { Permission } from '#contract/rules/roles.ts'
import type { BulkActionName } from '../actions/action-texts.ts'

export const columnKeys = [
  'orderId',
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
/** The specification's columns behind Order ID and Status, and what a chargeback has beside them. */
export type ColumnKey = (typeof columnKeys)[number] | 'chargeback'

export interface BulkButton {
  action: BulkActionName
  /** Who sees it; the server has the last word. */
  permission: Permission
}

export interface QueueScreen {
  path: `/admin/${string}`
  /** As on its tile or in the sidebar. */
  heading: string
  permission: Permission
  columns: readonly ColumnKey[]
  /** px of the Status column: the queue's longest word, and a mode beside New. */
  statusWidth: number
  /** px of the E-mail column. */
  emailWidth: number
  bulk: readonly BulkButton[]
  /** Who sees Delete in a row; null where nothing is deleted. */
  rowDelete: Permission | null
}

const columnsWithout = (...hidden: ColumnKey[]) => columnKeys.filter((key) => !hidden.includes(key))

const assign: BulkButton = { action: 'assign', permission: 'workOrders' }
const release: BulkButton = { action: 'giveBack', permission: 'workOrders' }
const refund: BulkButton = { action: 'refund', permission: 'workOrders' }
const deleteFor = (permission: Permission): BulkButton => ({ action: 'delete', permission })

const shortStatusWidth = 96
const newStatusWidth = 116
const longStatusWidth = 148
/** Orders that were mailed say behind the address what became of it; those that wait for someone seldom were. */
const emailWithStateWidth = 236
const plainEmailWidth = 172

/** What most queues have: the date of the order is not shown, leads may delete. */
const defaultScreen = {
  permission: 'workOrders',
  columns: columnsWithout('date'),
  statusWidth: longStatusWidth,
  emailWidth: emailWithStateWidth,
  bulk: [deleteFor('deleteFromList')],
  rowDelete: 'deleteFromList',
} satisfies Partial<QueueScreen>

/** Orders that wait for someone to take them. */
const unassignedScreen = {
  ...defaultScreen,
  columns: columnKeys,
  statusWidth: newStatusWidth,
  emailWidth: plainEmailWidth,
  bulk: [assign, ...defaultScreen.bulk],
}

/** The fourteen order queue screens (spec §2, §6; product §9). */
export const queueScreens = {
  myOrder: {
    ...defaultScreen,
    path: '/admin/my-order',
    heading: 'My Orders',
    statusWidth: newStatusWidth,
    bulk: [release, deleteFor('deleteButtonOnMyOrders')],
  },
  newOrder: { ...unassignedScreen, path: '/admin/recent-order', heading: 'New Orders' },
  priorityOrder: { ...unassignedScreen, path: '/admin/priority-order', heading: 'Priority Order' },
  pendingOrder: {
    ...defaultScreen,
    path: '/admin/pending-order',
    heading: 'Pending Orders',
    statusWidth: newStatusWidth,
  },
  completedOrder: { ...defaultScreen, path: '/admin/completed-order', heading: 'Completed Orders' },
  awaitingOrder: { ...defaultScreen, path: '/admin/awaiting-response', heading: 'Awaiting Customer' },
  awaitingGovtOrder: { ...defaultScreen, path: '/admin/awaiting-govt', heading: 'Awaiting Govt' },
  contactCustomerOrder: {
    ...defaultScreen,
    path: '/admin/contact-customer',
    heading: 'Contact Customer',
    columns: columnsWithout('date', 'telephone'),
  },
  customerCalledOrder: { ...defaultScreen, path: '/admin/called', heading: 'Customer Called' },
  allOrder: {
    ...defaultScreen,
    path: '/admin/order-history',
    heading: 'Order History',
    permission: 'seeOrderHistory',
  },
  futureOrder: {
    ...defaultScreen,
    path: '/admin/future-order',
    heading: 'Future Orders',
    columns: columnKeys,
    statusWidth: newStatusWidth,
    bulk: [deleteFor('deleteFromFutureQueue')],
    rowDelete: 'deleteFromFutureQueue',
  },
  deletedOrder: {
    ...defaultScreen,
    path: '/admin/deleted-order',
    heading: 'Deleted Orders',
    bulk: [],
    rowDelete: null,
  },
  refundOrder: {
    ...defaultScreen,
    path: '/admin/refund-order',
    heading: 'Refunds',
    statusWidth: shortStatusWidth,
    bulk: [refund, ...defaultScreen.bulk],
  },
  chargeBack: {
    ...defaultScreen,
    path: '/admin/chargeback',
    heading: 'Chargeback',
    statusWidth: newStatusWidth,
    columns: ['orderId', 'status', 'chargeback', ...columnsWithout('orderId', 'status', 'date')],
  },
} as const satisfies Record<QueueName, QueueScreen>

export const screenOf = (queue: QueueName): QueueScreen => queueScreens[queue]

/** The five of the dashboard's tiles and the desk's tabs, in their order (spec §2). */
export const dashboardQueues = [
  'myOrder',
  'newOrder',
  'priorityOrder',
  'pendingOrder',
  'completedOrder',
] as const satisfies readonly QueueName[]
