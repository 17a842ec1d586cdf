import { displayDate } from '#contract/rules/dates.ts'

/** Where today lies relative to the days on which the customs office accepts the declaration. */
type WindowPhase = 'before' | 'open' | 'over'

export interface SubmissionWindow {
  phase: WindowPhase
  text: string
}

/**
 * An order's submission window, from its opening day to the day of travel (product §2); null without a travel date.
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
