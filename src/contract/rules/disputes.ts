import { daysUntil } from './dates.ts'

export const disputeOutcomes = ['Won', 'Lost', 'Accepted'] as const
export type DisputeOutcome = (typeof disputeOutcomes)[number]

/** How pressing a chargeback is; a decided one is not. */
export type DisputeBand = 'overdue' | 'soon' | 'later' | 'undated' | 'decided'

export const disputeBands = {
  overdue: 'Overdue',
  soon: 'Due within a week',
  later: 'Due later',
  undated: 'No due date',
  decided: 'Decided',
} as const satisfies Record<DisputeBand, string>

const soonDays = 7

/** `dueOn` and `today` are `YYYY-MM-DD`. */
export function disputeBand(
  dueOn: string | null,
  outcome: DisputeOutcome | null,
  today: string,
): DisputeBand {
  if (outcome) return 'decided'
  if (!dueOn) return 'undated'
  const days = daysUntil(dueOn, today)
  if (days < 0) return 'overdue'
  return days <= soonDays ? 'soon' : 'later'
}
