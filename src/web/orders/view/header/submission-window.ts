import { daysUntil, displayDate } from '#contract/rules/dates.ts'

/** Where today lies relative to the days on which the customs office accepts the declaration. */
type WindowPhase = 'before' | 'open' | 'over'

export interface SubmissionWindow {
  phase: WindowPhase
  text: string
  /** Its first and last day, in words. */
  days: string
}

const openText = (daysToTravel: number) =>
  daysToTravel === 0 ? 'open, travels today' : `open, travels in ${daysToTravel} d`

/**
 * An order's submission window, from its opening day to the day of travel (product §2); null without a travel date.
 * All days are `YYYY-MM-DD`, today is Jakarta's.
 */
export function submissionWindow(
  opensOn: string | null,
  travelDate: string | null,
  today: string,
): SubmissionWindow | null {
  if (!opensOn || !travelDate) return null
  const days = `Open from ${displayDate(opensOn)} to ${displayDate(travelDate)}, the day of travel`
  if (opensOn > today) return { phase: 'before', text: `opens ${displayDate(opensOn)}`, days }
  const daysToTravel = daysUntil(travelDate, today)
  return daysToTravel < 0
    ? { phase: 'over', text: `closed after ${displayDate(travelDate)}`, days }
    : { phase: 'open', text: openText(daysToTravel), days }
}
