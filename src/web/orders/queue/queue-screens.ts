import type { QueueName } from '#contract/rules/queues.ts'
import type { Permission } from '#contract/rules/roles.ts'
import { queuePaths } from '#contract/rules/staff-addresses.ts'
import type { BulkActionName } from '../action-texts.ts'

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
/** The specification's columns, plus the chargeback column of its own queue. */
export type ColumnKey = (typeof columnKeys)[number] | 'chargeback'

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
  /** px of the Status column: fits the queue's longest status, or New with a mode. */
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
/** With room for a mail state after the address; unassigned orders rarely have one. */
const emailWithStateWidth = 236
const plainEmailWidth = 172

/** Defaults of most queues: no Date column, and leads may delete. */
const defaultScreen = {
  permission: 'workOrders',
  columns: columnsWithout('date'),
  statusWidth: longStatusWidth,
  emailWidth: emailWithStateWidth,
  bulk: [deleteFor('deleteFromList')],
  rowDelete: 'deleteFromList',
} satisfies Partial<QueueScreen>

/** Queues of orders without an assignee. */
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
    path: queuePaths.myOrder,
    heading: 'My Orders',
    statusWidth: newStatusWidth,
    bulk: [release, deleteFor('deleteButtonOnMyOrders')],
  },
  newOrder: { ...unassignedScreen, path: queuePaths.newOrder, heading: 'New Orders' },
  priorityOrder: { ...unassignedScreen, path: queuePaths.priorityOrder, heading: 'Priority Order' },
  pendingOrder: {
    ...defaultScreen,
    path: queuePaths.pendingOrder,
    heading: 'Pending Orders',
    statusWidth: newStatusWidth,
  },
  completedOrder: { ...defaultScreen, path: queuePaths.completedOrder, heading: 'Completed Orders' },
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
    path: queuePaths.allOrder,
    heading: 'Order History',
    permission: 'seeOrderHistory',
  },
  futureOrder: {
    ...defaultScreen,
    path: queuePaths.futureOrder,
    heading: 'Future Orders',
    columns: columnKeys,
    statusWidth: newStatusWidth,
    bulk: [deleteFor('deleteFromFutureQueue')],
    rowDelete: 'deleteFromFutureQueue',
  },
  deletedOrder: {
    ...defaultScreen,
    path: queuePaths.deletedOrder,
    heading: 'Deleted Orders',
    bulk: [],
    rowDelete: null,
  },
  refundOrder: {
    ...defaultScreen,
    path: queuePaths.refundOrder,
    heading: 'Refunds',
    statusWidth: shortStatusWidth,
    bulk: [refund, ...defaultScreen.bulk],
  },
  chargeBack: {
    ...defaultScreen,
    path: queuePaths.chargeBack,
    heading: 'Chargeback',
    statusWidth: newStatusWidth,
    columns: ['orderId', 'status', 'chargeback', ...columnsWithout('orderId', 'status', 'date')],
  },
} as const satisfies Record<QueueName, QueueScreen>

export const screenOf = (queue: QueueName): QueueScreen => queueScreens[queue]

/** The five queues of the dashboard's tiles and of the tabs, in order (spec §2). */
export const dashboardQueues = [
  'myOrder',
  'newOrder',
  'priorityOrder',
  'pendingOrder',
  'completedOrder',
] as const satisfies readonly QueueName[]
