import type { Permission } from './roles.ts'
import type { Status } from './statuses.ts'
import { keysOf } from './typed-keys.ts'

export const modes = ['standard', 'priority', 'future'] as const
export type Mode = (typeof modes)[number]

/** A condition for being in a queue: every property that is set must match. `opensLater`: the window opens after today. */
export interface PlacementRule {
  status: Status
  assigned?: boolean
  mode?: Mode
  opensLater?: boolean
}

interface Queue {
  path: `/admin/${string}`
  /** As on its tile or in the sidebar. */
  heading: string
  permission: Permission
  /** The keys that lead there from everywhere. */
  keys?: string
  /** The field of the counts object that holds its count (spec §3, Order counts). */
  countField?: string
  /**
   * Which orders are in it (product §2): the rules are mutually exclusive and cover every order, so the counts of the queues
   * that have rules add up to Order History. My Orders, Order History and the open orders are views and have none.
   */
  placement?: readonly PlacementRule[]
}

/**
 * The queues by the names of list requests (spec §2, §3). Menus, tiles, keys, counts, lists, searches and exports read this
 * table. `openOrder`: the orders that wait for their document, whatever queue they are in (product §12).
 */
export const queues = {
  myOrder: {
    path: '/admin/my-order',
    heading: 'My Orders',
    permission: 'workOrders',
    keys: 'g m',
    countField: 'myOrdersCount',
  },
  newOrder: {
    path: '/admin/recent-order',
    heading: 'New Orders',
    permission: 'workOrders',
    keys: 'g n',
    countField: 'newOrdersCount',
    placement: [
      { status: 'New', assigned: false, mode: 'standard' },
      { status: 'New', assigned: false, mode: 'future', opensLater: false },
    ],
  },
  priorityOrder: {
    path: '/admin/priority-order',
    heading: 'Priority Order',
    permission: 'workOrders',
    keys: 'g p',
    countField: 'priorityOrdersCount',
    placement: [{ status: 'New', assigned: false, mode: 'priority' }],
  },
  pendingOrder: {
    path: '/admin/pending-order',
    heading: 'Pending Orders',
    permission: 'workOrders',
    keys: 'g e',
    countField: 'pendingOrdersCount',
    placement: [{ status: 'New', assigned: true }],
  },
  completedOrder: {
    path: '/admin/completed-order',
    heading: 'Completed Orders',
    permission: 'workOrders',
    keys: 'g o',
    countField: 'completedOrdersCount',
    placement: [{ status: 'Completed' }],
  },
  awaitingOrder: {
    path: '/admin/awaiting-response',
    heading: 'Awaiting Customer',
    permission: 'workOrders',
    keys: 'g a',
    countField: 'awaitingOrdersCount',
    placement: [{ status: 'Awaiting' }],
  },
  awaitingGovtOrder: {
    path: '/admin/awaiting-govt',
    heading: 'Awaiting Govt',
    permission: 'workOrders',
    keys: 'g v',
    countField: 'awaitingGovtCount',
    placement: [{ status: 'AwaitingGovt' }],
  },
  contactCustomerOrder: {
    path: '/admin/contact-customer',
    heading: 'Contact Customer',
    permission: 'workOrders',
    keys: 'g c',
    countField: 'contactCustomerOrdersCount',
    placement: [{ status: 'Contact Customer' }],
  },
  customerCalledOrder: {
    path: '/admin/called',
    heading: 'Customer Called',
    permission: 'workOrders',
    keys: 'g l',
    countField: 'customerCalledCount',
    placement: [{ status: 'Customer Called' }],
  },
  allOrder: {
    path: '/admin/order-history',
    heading: 'Order History',
    permission: 'seeOrderHistory',
    keys: 'g h',
    countField: 'allOrdersCount',
  },
  futureOrder: {
    path: '/admin/future-order',
    heading: 'Future Orders',
    permission: 'workOrders',
    keys: 'g f',
    countField: 'futureOrdersCount',
    placement: [{ status: 'New', assigned: false, mode: 'future', opensLater: true }],
  },
  deletedOrder: {
    path: '/admin/deleted-order',
    heading: 'Deleted Orders',
    permission: 'workOrders',
    keys: 'g x',
    countField: 'deletedOrdersCount',
    placement: [{ status: 'Deleted' }],
  },
  refundOrder: {
    path: '/admin/refund-order',
    heading: 'Refunds',
    permission: 'workOrders',
    keys: 'g r',
    countField: 'refundOrdersCount',
    placement: [{ status: 'Refunds' }],
  },
  chargeBack: {
    path: '/admin/chargeback',
    heading: 'Chargeback',
    permission: 'workOrders',
    keys: 'g b',
    countField: 'chargeBackCount',
    placement: [{ status: 'ChargeBack' }],
  },
  openOrder: {
    path: '/admin/open-orders',
    heading: 'Open Orders',
    permission: 'workOrders',
  },
} as const satisfies Record<string, Queue>

export type QueueName = keyof typeof queues
export const queueNames = keysOf(queues)

type QueueWith<Property extends keyof Queue> = {
  [Name in QueueName]: (typeof queues)[Name] extends Record<Property, unknown> ? Name : never
}[QueueName]
const queuesWith = <Property extends keyof Queue>(property: Property) =>
  queueNames.filter((name): name is QueueWith<Property> => property in queues[name])

/** The queues that have a count (spec §3, §4). */
export type CountedQueueName = QueueWith<'countField'>
export const countedQueueNames = queuesWith('countField')

/** The twelve queues that an order is in exactly one of (product §2). */
export type ExclusiveQueueName = QueueWith<'placement'>
export const exclusiveQueueNames = queuesWith('placement')

export const placementOf = (queue: ExclusiveQueueName): readonly PlacementRule[] => queues[queue].placement

/** What decides which queue an order is in. `windowOpensOn` is `YYYY-MM-DD`. */
export interface PlacementInput {
  status: Status
  assigned: boolean
  mode: Mode
  windowOpensOn: string | null
}

const matchesRule = (placement: PlacementRule, order: PlacementInput, today: string): boolean =>
  placement.status === order.status &&
  (placement.assigned === undefined || placement.assigned === order.assigned) &&
  (placement.mode === undefined || placement.mode === order.mode) &&
  (placement.opensLater === undefined || placement.opensLater === (order.windowOpensOn ?? '') > today)

export function findQueue(order: PlacementInput, today: string): ExclusiveQueueName {
  const queue = exclusiveQueueNames.find((name) =>
    placementOf(name).some((rule) => matchesRule(rule, order, today)),
  )
  if (!queue) throw new Error(`no queue holds ${JSON.stringify(order)}`)
  return queue
}
