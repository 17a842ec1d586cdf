import { displayDate } from '#contract/rules/dates.ts'

/** Where today stands to the days on which the customs office takes the declaration. */
type WindowPhase = 'before' | 'open' | 'over'

export interface SubmissionWindow {
  phase: WindowPhase
  text: string
}

/**
 * The window of an order, from the day it opens to the day of travel (product §2); null where no travel date is known.
 * All days are `YYYY-MM-DD`, today is Jakarta's.
 */
export function submissionWindow(
  opensOn: string | null,
  travelDate: string | null,
  today: string,
): SubmissionWindow | null {
  if (!opensOn) return null
  if (opensOn > today) return { phase: 'before', text: `opens ${displayDate(opensOn)}` }
  if (travelDate && travelDate < today)
    return { phase: 'over', text: `closed after ${displayDate(travelDate)}` }
  return { phase: 'open', text: `open since ${displayDate(opensOn)}` }
}
