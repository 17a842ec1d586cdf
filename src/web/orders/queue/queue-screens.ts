import type { QueueName } from '#contract/rules/queues.ts'
import type { Permission } from '#contract/rules/roles.ts'

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

export type BulkActionName = 'assign' | 'giveBack' | 'refund' | 'delete'

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

const without = (...hidden: ColumnKey[]) => columnKeys.filter((key) => !hidden.includes(key))

const assign: BulkButton = { action: 'assign', permission: 'workOrders' }
const giveBack: BulkButton = { action: 'giveBack', permission: 'workOrders' }
const refund: BulkButton = { action: 'refund', permission: 'workOrders' }
const deleteFor = (permission: Permission): BulkButton => ({ action: 'delete', permission })

const oneWordWidth = 96
const newWidth = 116
const wordsWidth = 148
/** Orders that were mailed say behind the address what became of it; those that wait for someone seldom were. */
const mailedWidth = 236
const unmailedWidth = 172

/** What most queues have: the date of the order is not shown, leads may delete. */
const usual = {
  permission: 'workOrders',
  columns: without('date'),
  statusWidth: wordsWidth,
  emailWidth: mailedWidth,
  bulk: [deleteFor('deleteFromList')],
  rowDelete: 'deleteFromList',
} satisfies Partial<QueueScreen>

/** Orders that wait for someone to take them. */
const waiting = {
  ...usual,
  columns: columnKeys,
  statusWidth: newWidth,
  emailWidth: unmailedWidth,
  bulk: [assign, ...usual.bulk],
}

/** The fourteen order queue screens (spec §2, §6; product §9). */
export const queueScreens = {
  myOrder: {
    ...usual,
    path: '/admin/my-order',
    heading: 'My Orders',
    statusWidth: newWidth,
    bulk: [giveBack, deleteFor('deleteButtonOnMyOrders')],
  },
  newOrder: { ...waiting, path: '/admin/recent-order', heading: 'New Orders' },
  priorityOrder: { ...waiting, path: '/admin/priority-order', heading: 'Priority Order' },
  pendingOrder: {
    ...usual,
    path: '/admin/pending-order',
    heading: 'Pending Orders',
    statusWidth: newWidth,
  },
  completedOrder: { ...usual, path: '/admin/completed-order', heading: 'Completed Orders' },
  awaitingOrder: { ...usual, path: '/admin/awaiting-response', heading: 'Awaiting Customer' },
  awaitingGovtOrder: { ...usual, path: '/admin/awaiting-govt', heading: 'Awaiting Govt' },
  contactCustomerOrder: {
    ...usual,
    path: '/admin/contact-customer',
    heading: 'Contact Customer',
    columns: without('date', 'telephone'),
  },
  customerCalledOrder: { ...usual, path: '/admin/called', heading: 'Customer Called' },
  allOrder: {
    ...usual,
    path: '/admin/order-history',
    heading: 'Order History',
    permission: 'seeOrderHistory',
  },
  futureOrder: {
    ...usual,
    path: '/admin/future-order',
    heading: 'Future Orders',
    columns: columnKeys,
    statusWidth: newWidth,
    bulk: [deleteFor('deleteFromFutureQueue')],
    rowDelete: 'deleteFromFutureQueue',
  },
  deletedOrder: {
    ...usual,
    path: '/admin/deleted-order',
    heading: 'Deleted Orders',
    bulk: [],
    rowDelete: null,
  },
  refundOrder: {
    ...usual,
    path: '/admin/refund-order',
    heading: 'Refunds',
    statusWidth: oneWordWidth,
    bulk: [refund, ...usual.bulk],
  },
  chargeBack: {
    ...usual,
    path: '/admin/chargeback',
    heading: 'Chargeback',
    statusWidth: newWidth,
    columns: ['orderId', 'status', 'chargeback', ...without('orderId', 'status', 'date')],
  },
} as const satisfies Record<QueueName, QueueScreen>

export const screenOf = (queue: QueueName): QueueScreen => queueScreens[queue]

/** The five of the dashboard's tiles and the desk's tabs, in their order (spec §2). */
export const deskQueues = [
  'myOrder',
  'newOrder',
  'priorityOrder',
  'pendingOrder',
  'completedOrder',
] as const satisfies readonly QueueName[]
