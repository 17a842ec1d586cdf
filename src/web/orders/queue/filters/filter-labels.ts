import type { FilterName } from '#contract/rules/list-filters.ts'
import { isPromisedQueue } from '#contract/rules/list-order.ts'
import type { QueueName } from '#contract/rules/queues.ts'

/** Filters with their own button; the others are under More. The last two stand after Has reply. */
export const shownFilters = ['assignee', 'urgency', 'mail', 'site', 'travelFrom'] as const
export const moreFilters = ['nationality', 'kind', 'mode', 'gateway', 'request', 'dispute'] as const
/** Filters with a menu; `travelFrom` sets both travel dates. */
export type MenuFilter = (typeof shownFilters)[number] | (typeof moreFilters)[number]

export const filterLabels: Record<MenuFilter, string> = {
  assignee: 'Assignee',
  urgency: 'Urgency',
  mail: 'Mail',
  site: 'Site',
  travelFrom: 'Travel',
  nationality: 'Nationality',
  kind: 'Order type',
  mode: 'Mode',
  gateway: 'Gateway',
  request: 'Request',
  dispute: 'Chargeback',
}

const ofSomeQueues: Partial<Record<MenuFilter, (queue: QueueName) => boolean>> = {
  urgency: isPromisedQueue,
  dispute: (queue) => queue === 'chargeBack',
}

export const isOffered = (name: MenuFilter, queue: QueueName): boolean =>
  queue === 'allOrder' || (ofSomeQueues[name]?.(queue) ?? true)

export const namesOf = (name: MenuFilter): readonly FilterName[] =>
  name === 'travelFrom' ? ['travelFrom', 'travelUntil'] : [name]
