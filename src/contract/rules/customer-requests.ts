import type { Status } from './statuses.ts'

/** What a customer asks of the agency (product §14). */
export const requestSubjects = ['stop', 'wrong', 'twice'] as const
export type RequestSubject = (typeof requestSubjects)[number]

export const requestLabels = {
  stop: 'Stop my order',
  wrong: 'Something is wrong',
  twice: 'I paid twice',
} as const satisfies Record<RequestSubject, string>

export const requestStates = ['open', 'stopped', 'granted', 'refused'] as const
export type RequestState = (typeof requestStates)[number]

/** In these statuses an order stops at once while nothing of it is filed. */
export const stoppableStatuses: readonly Status[] = ['New', 'Awaiting', 'Contact Customer', 'Customer Called']

/** A request of an order in these statuses cannot be granted: it is there already, or disputed. */
export const ungrantableStatuses: readonly Status[] = ['Refunds', 'ChargeBack']

const isWeekend = (day: Date) => [0, 6].includes(day.getUTCDay())

/** The day by which a refund is promised: so many working days after `day`; both `YYYY-MM-DD`. */
export function refundDay(day: string, workingDays: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  for (let left = workingDays; left > 0;) {
    date.setUTCDate(date.getUTCDate() + 1)
    if (!isWeekend(date)) left -= 1
  }
  return date.toISOString().slice(0, 10)
}
