import type { FilterName } from '#contract/rules/list-filters.ts'
import { isPromisedQueue } from '#contract/rules/list-order.ts'
import type { QueueName } from '#contract/rules/queues.ts'

/** What the bar shows: a button for each of the first, the rest under More. Dates stand together. */
export const shownFilters = ['assignee', 'urgency', 'mail', 'site', 'travelFrom'] as const
export const moreFilters = ['nationality', 'kind', 'mode', 'dispute'] as const
/** A filter with a dropdown of its own; that of the travel dates holds both. */
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
  dispute: 'Chargeback',
}

/** Filters that leave nothing of other queues. */
const ofSomeQueues: Partial<Record<MenuFilter, (queue: QueueName) => boolean>> = {
  urgency: isPromisedQueue,
  dispute: (queue) => queue === 'chargeBack',
}

export const isOffered = (name: MenuFilter, queue: QueueName): boolean =>
  queue === 'allOrder' || (ofSomeQueues[name]?.(queue) ?? true)

/** The filters that a dropdown sets. */
export const namesOf = (name: MenuFilter): readonly FilterName[] =>
  name === 'travelFrom' ? ['travelFrom', 'travelUntil'] : [name]
