import { keysOf } from './typed-keys.ts'
import type { Status } from './statuses.ts'

/** The queue names of list requests that have a count (spec §3, §4). */
export const countedQueueNames = [
  'myOrder',
  'newOrder',
  'priorityOrder',
  'pendingOrder',
  'completedOrder',
  'awaitingOrder',
  'awaitingGovtOrder',
  'contactCustomerOrder',
  'customerCalledOrder',
  'allOrder',
  'futureOrder',
  'deletedOrder',
  'refundOrder',
  'chargeBack',
] as const
export type CountedQueueName = (typeof countedQueueNames)[number]

/** All of them. `openOrder`: the orders that wait for their document, whatever queue they are in (product §12). */
export const queueNames = [...countedQueueNames, 'openOrder'] as const
export type QueueName = (typeof queueNames)[number]

/** The twelve queues that an order is in exactly one of; My Orders, Order History and the open orders are views (product §2). */
export type ExclusiveQueueName = Exclude<CountedQueueName, 'myOrder' | 'allOrder'>

export const modes = ['standard', 'priority', 'future'] as const
export type Mode = (typeof modes)[number]

/** A condition for being in a queue: every property that is set must match. `opensLater`: the window opens after today. */
export interface PlacementRule {
  status: Status
  assigned?: boolean
  mode?: Mode
  opensLater?: boolean
}

/**
 * Which order is in which queue (product §2). Counts, lists, searches and exports all read this table;
 * the rules are mutually exclusive and cover every order, so the twelve counts add up to Order History.
 */
export const placementRules = {
  pendingOrder: [{ status: 'New', assigned: true }],
  futureOrder: [{ status: 'New', assigned: false, mode: 'future', opensLater: true }],
  priorityOrder: [{ status: 'New', assigned: false, mode: 'priority' }],
  newOrder: [
    { status: 'New', assigned: false, mode: 'standard' },
    { status: 'New', assigned: false, mode: 'future', opensLater: false },
  ],
  awaitingOrder: [{ status: 'Awaiting' }],
  awaitingGovtOrder: [{ status: 'AwaitingGovt' }],
  contactCustomerOrder: [{ status: 'Contact Customer' }],
  customerCalledOrder: [{ status: 'Customer Called' }],
  completedOrder: [{ status: 'Completed' }],
  refundOrder: [{ status: 'Refunds' }],
  chargeBack: [{ status: 'ChargeBack' }],
  deletedOrder: [{ status: 'Deleted' }],
} as const satisfies Record<ExclusiveQueueName, readonly PlacementRule[]>

export const exclusiveQueueNames = keysOf(placementRules)

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
    placementRules[name].some((rule) => matchesRule(rule, order, today)),
  )
  if (!queue) throw new Error(`no queue holds ${JSON.stringify(order)}`)
  return queue
}

/** The field of the counts object that holds a queue's count (spec §3, Order counts). */
export const countFields = {
  myOrder: 'myOrdersCount',
  newOrder: 'newOrdersCount',
  priorityOrder: 'priorityOrdersCount',
  pendingOrder: 'pendingOrdersCount',
  completedOrder: 'completedOrdersCount',
  awaitingOrder: 'awaitingOrdersCount',
  awaitingGovtOrder: 'awaitingGovtCount',
  contactCustomerOrder: 'contactCustomerOrdersCount',
  customerCalledOrder: 'customerCalledCount',
  allOrder: 'allOrdersCount',
  futureOrder: 'futureOrdersCount',
  deletedOrder: 'deletedOrdersCount',
  refundOrder: 'refundOrdersCount',
  chargeBack: 'chargeBackCount',
} as const satisfies Record<CountedQueueName, string>
