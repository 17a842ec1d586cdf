import { jakartaMidnight } from './dates.ts'

const hourMs = 3_600_000

/** 12 hours before the travel day begins in Jakarta, the last moment to file in time (product §12). */
export const filingDueAt = (travelDate: string): Date =>
  new Date(jakartaMidnight(travelDate).getTime() - 12 * hourMs)

/**
 * By when a question is to be answered: in time to file, and while its link works. Null where the travel date is not known
 * or it is too late for that: then as soon as possible.
 */
export function answerDueAt(
  travelDate: string | null,
  { askedAt, until }: { askedAt: Date; until: Date },
): Date | null {
  if (travelDate === null) return null
  const due = filingDueAt(travelDate)
  if (due <= askedAt) return null
  return due < until ? due : until
}
