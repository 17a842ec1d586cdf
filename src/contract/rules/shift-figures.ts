import { dueSoonHours, type DisputeStage } from './disputes.ts'
import type { FailedMail, ListFilters } from './list-filters.ts'
import type { SortField } from './list-order.ts'
import type { QueueName } from './queues.ts'
import { keysOf } from './typed-keys.ts'

/** The promise, or when the customer asked what is open. */
export type FirstDate = 'due_at' | 'asked_at'

/** A queue narrowed by filters; by `first` its earliest date is told. */
export interface OrderList {
  of: 'orders'
  queue: QueueName
  filters: ListFilters
  sort: { by: SortField; order: 'asc' | 'desc' }
  first?: FirstDate
}

/** Open disputes: those due within so many hours, or of a stage. */
export interface DisputeList {
  of: 'disputes'
  query: { due?: number; stage?: DisputeStage }
}

/** The list that a figure counts, and opens. */
export type FigureList =
  | OrderList
  | { of: 'mails'; states: readonly FailedMail[] }
  | { of: 'replies' }
  | { of: 'proposals' }
  | DisputeList

const openOrders = (filters: ListFilters) =>
  ({ of: 'orders', queue: 'openOrder', filters, sort: { by: 'due_at', order: 'asc' } }) as const

/**
 * The figures of the shift desk in their order (product §12). Server and web read this table alone: what a figure counts is
 * what its list holds.
 */
export const shiftFigures = {
  late: { ...openOrders({ urgency: 'late' }), first: 'due_at' },
  missed: openOrders({ urgency: 'missed' }),
  soon: openOrders({ urgency: 'soon' }),
  opensToday: openOrders({ urgency: 'opensToday' }),
  arrivals: openOrders({ urgency: 'today', kind: 'arrival' }),
  mailsFailed: { of: 'mails', states: ['bounced', 'failed'] },
  mailsUnknown: { of: 'mails', states: ['unknown'] },
  replies: { of: 'replies' },
  requests: {
    of: 'orders',
    queue: 'allOrder',
    filters: { request: 'open' },
    sort: { by: 'created_at', order: 'asc' },
    first: 'asked_at',
  },
  proposals: { of: 'proposals' },
  disputes: { of: 'disputes', query: { due: dueSoonHours } },
  warnings: { of: 'disputes', query: { stage: 'warning' } },
} as const satisfies Record<string, FigureList>

export type FigureName = keyof typeof shiftFigures
export const figureNames = keysOf(shiftFigures)

/** The list of a figure for a caller; without Order History its open orders. */
export function figureList(name: FigureName, seesOrderHistory: boolean): FigureList {
  const list: FigureList = shiftFigures[name]
  if (seesOrderHistory || list.of !== 'orders' || list.queue !== 'allOrder') return list
  return { ...list, queue: 'openOrder' }
}
