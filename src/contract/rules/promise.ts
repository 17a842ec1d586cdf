import { filingDueAt } from './answer-due.ts'
import { daysUntil, jakartaMidnight, jakartaToday } from './dates.ts'
import type { Mode } from './queues.ts'
import { statusesCompletedByUpload, type Status } from './statuses.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * Hours within which an order is promised its document, by mode; those of a future order, and of a priority order whose
 * window is not open yet, begin when it opens.
 */
export interface PromiseHours {
  standard: number
  priority: number
}

interface PromiseFacts {
  createdAt: Date
  mode: Mode
  /** `YYYY-MM-DD`, Jakarta's. */
  windowOpensOn: string | null
  /** `YYYY-MM-DD` */
  travelDate: string | null
}

const firstDueAt = ({ createdAt, mode, windowOpensOn }: PromiseFacts, hours: PromiseHours): number => {
  const opensAt = windowOpensOn ? jakartaMidnight(windowOpensOn).getTime() : 0
  if (mode === 'priority') return Math.max(opensAt, createdAt.getTime()) + hours.priority * hourMs
  return (mode === 'future' && opensAt > 0 ? opensAt : createdAt.getTime()) + hours.standard * hourMs
}

/**
 * Until when an order is promised its document: never later than 12 hours before the travel day begins in Jakarta, never
 * before one hour after it came (product §12).
 */
export function dueAt(order: PromiseFacts, hours: PromiseHours): Date {
  const latest = order.travelDate ? filingDueAt(order.travelDate).getTime() : Infinity
  const earliest = order.createdAt.getTime() + hourMs
  return new Date(Math.max(Math.min(firstDueAt(order, hours), latest), earliest))
}

/** The statuses in which the promise holds: those that an upload completes. */
export const promisedStatuses: readonly Status[] = statusesCompletedByUpload

/** Time before the promise from which an order is due soon. */
export const soonMs = 2 * hourMs

/** State of a promise; the first that applies. `kept` and `broken` are for orders with a document. */
export type PromiseState = 'missed' | 'opens' | 'late' | 'travels' | 'soon' | 'due' | 'kept' | 'broken'

export interface PromisedOrder {
  process_status: Status
  /** Null without a promise. */
  due_at: string | null
  window_opens_on: string | null
  travel_date: string | null
  processing_date: string | null
}

/** Minutes under an hour, hours under two days, then days. */
export function duration(ms: number): string {
  if (ms < hourMs) return `${Math.max(1, Math.floor(ms / minuteMs))} min`
  return ms < 2 * dayMs ? `${Math.floor(ms / hourMs)} h` : `${Math.floor(ms / dayMs)} d`
}

/** State and text of an order's promise; null if none holds. */
export function promiseOf(order: PromisedOrder, now: Date): { state: PromiseState; text: string } | null {
  const { process_status: status, due_at: due, travel_date: travelDate } = order
  if (due === null) return null
  const leftMs = Date.parse(due) - now.getTime()
  if (!promisedStatuses.includes(status)) return fulfilment(order, Date.parse(due))
  const today = jakartaToday(now)
  const daysToTravel = travelDate === null ? null : daysUntil(travelDate, today)
  if (daysToTravel !== null && daysToTravel < 0) return { state: 'missed', text: 'missed' }
  if (order.window_opens_on !== null && order.window_opens_on > today) {
    const text = `opens in ${duration(jakartaMidnight(order.window_opens_on).getTime() - now.getTime())}`
    return { state: 'opens', text }
  }
  if (leftMs < 0) return { state: 'late', text: `late ${duration(-leftMs)}` }
  if (daysToTravel === 0) return { state: 'travels', text: 'travels today' }
  return { state: leftMs < soonMs ? 'soon' : 'due', text: `due in ${duration(leftMs)}` }
}

/** State and text for a completed order. */
function fulfilment({ process_status: status, processing_date: completedAt }: PromisedOrder, dueMs: number) {
  if (status !== 'Completed' || completedAt === null) return null
  const earlyMs = dueMs - Date.parse(completedAt)
  return earlyMs >= 0
    ? { state: 'kept' as const, text: `kept, ${duration(earlyMs)} early` }
    : { state: 'broken' as const, text: `${duration(-earlyMs)} late` }
}
