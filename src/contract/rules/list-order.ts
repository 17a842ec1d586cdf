import { type QueueName, placementOf } from './queues.ts'
import { promisedStatuses } from './promise.ts'

/**
 * The dates by which lists of orders are sorted; by `due_at` the most urgent comes first (product §12), by
 * `dispute_due_at`, in the chargeback queue alone, the open dispute that is due next (product §14).
 */
export const sortFields = [
  'created_at',
  'travel_date',
  'processing_date',
  'refund_date',
  'due_at',
  'dispute_due_at',
] as const
export type SortField = (typeof sortFields)[number]

/**
 * Of the orders that wait for their document (product §12). `missed`: the travel day has passed. Of the others, `late`: the
 * promise has; `soon`: it does within two hours; `today`: they travel today; `opensToday`: from today they can be submitted;
 * `opens`: from a later day.
 */
export const urgencies = ['late', 'soon', 'today', 'missed', 'opensToday', 'opens'] as const
export type Urgency = (typeof urgencies)[number]

/** Whether every order of a queue has a promise, so that the queue can be sorted by it. */
export const isPromisedQueue = (queue: QueueName): boolean =>
  queue === 'myOrder' ||
  queue === 'openOrder' ||
  (queue !== 'allOrder' && placementOf(queue).every(({ status }) => promisedStatuses.includes(status)))
