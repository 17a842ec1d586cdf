import { tableColumnKeys } from '#contract/rules/order-columns.ts'
import { countedQueueNames, type QueueName } from '#contract/rules/queues.ts'
import type { Permission } from '#contract/rules/roles.ts'
import type { MenuSymbol } from '#web/ui/side-links.ts'
import type { BulkActionName } from '../action-texts.ts'

/** The specification's columns and the promise, plus one extra column each in Refunds and Chargeback. */
export type ColumnKey = (typeof tableColumnKeys)[number] | 'refundAmount' | 'answerDue'

interface BulkButton {
  action: BulkActionName
  /** Hides the button; the server enforces it. */
  permission: Permission
}

export interface QueueScreen {
  /** Place of the link: dashboard tiles and tabs, or a group of the sidebar (spec §2). */
  menu: 'tiles' | 'waiting' | 'views' | null
  symbol: MenuSymbol
  columns: readonly ColumnKey[]
  /** The status is always New. */
  isNew: boolean
  bulk: readonly BulkButton[]
  /** Start next is offered. */
  hasWork: boolean
  /** Permission for Delete in a row; null without Delete. */
  rowDelete: Permission | null
}

const columnsWithout = (...hidden: ColumnKey[]) => tableColumnKeys.filter((key) => !hidden.includes(key))

const assign: BulkButton = { action: 'assign', permission: 'workOrders' }
const giveBack: BulkButton = { action: 'giveBack', permission: 'workOrders' }
const refund: BulkButton = { action: 'refund', permission: 'workOrders' }
const deleteFor = (permission: Permission): BulkButton => ({ action: 'delete', permission })

const defaultScreen = {
  columns: columnsWithout('date'),
  isNew: false,
  bulk: [deleteFor('deleteFromList')],
  hasWork: true,
  rowDelete: 'deleteFromList',
} satisfies Partial<QueueScreen>

/** Queues of orders that do not wait for a document. */
const finishedScreen = {
  ...defaultScreen,
  columns: columnsWithout('promise', 'date'),
  hasWork: false,
} satisfies Partial<QueueScreen>

/** Queues of orders without an assignee. */
const unassignedScreen = {
  ...defaultScreen,
  columns: tableColumnKeys,
  isNew: true,
  bulk: [assign, ...defaultScreen.bulk],
} satisfies Partial<QueueScreen>

/** Columns, buttons and menu of the fourteen queues (spec §2, §6; product §9) and of the open orders (product §12). */
const queueScreens = {
  myOrder: {
    ...defaultScreen,
    menu: 'tiles',
    symbol: { status: 'new' },
    isNew: true,
    bulk: [giveBack, deleteFor('deleteButtonOnMyOrders')],
  },
  newOrder: { ...unassignedScreen, menu: 'tiles', symbol: { status: 'new' } },
  priorityOrder: { ...unassignedScreen, menu: 'tiles', symbol: { status: 'new' } },
  pendingOrder: { ...defaultScreen, menu: 'tiles', symbol: { status: 'new' }, isNew: true },
  completedOrder: { ...finishedScreen, menu: 'tiles', symbol: { status: 'completed' } },
  awaitingOrder: { ...defaultScreen, menu: 'waiting', symbol: { status: 'awaiting' } },
  awaitingGovtOrder: { ...defaultScreen, menu: 'waiting', symbol: { status: 'govt' } },
  contactCustomerOrder: {
    ...defaultScreen,
    menu: 'waiting',
    symbol: { status: 'contact' },
    columns: columnsWithout('date', 'telephone'),
  },
  customerCalledOrder: { ...defaultScreen, menu: 'waiting', symbol: { status: 'called' } },
  allOrder: {
    ...defaultScreen,
    menu: 'views',
    symbol: { icon: 'history' },
    hasWork: false,
  },
  futureOrder: {
    ...defaultScreen,
    menu: 'views',
    symbol: { icon: 'calendar' },
    hasWork: false,
    columns: tableColumnKeys,
    isNew: true,
    bulk: [deleteFor('deleteFromFutureQueue')],
    rowDelete: 'deleteFromFutureQueue',
  },
  deletedOrder: { ...finishedScreen, menu: 'views', symbol: { icon: 'trash' }, bulk: [], rowDelete: null },
  refundOrder: {
    ...finishedScreen,
    menu: 'views',
    symbol: { icon: 'undo' },
    hasWork: true,
    columns: [...finishedScreen.columns, 'refundAmount'],
    bulk: [refund, ...defaultScreen.bulk],
  },
  chargeBack: {
    ...finishedScreen,
    menu: 'views',
    symbol: { icon: 'alert' },
    hasWork: true,
    columns: [...finishedScreen.columns, 'answerDue'],
  },
  openOrder: { ...defaultScreen, menu: null, symbol: { icon: 'clock' }, bulk: [], rowDelete: null },
} as const satisfies Record<QueueName, QueueScreen>

export const screenOf = (queue: QueueName): QueueScreen => queueScreens[queue]

/** The five queues of the tiles and tabs, in order (spec §2). */
export const tileQueues = countedQueueNames.filter((queue) => screenOf(queue).menu === 'tiles')
