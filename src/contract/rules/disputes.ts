import { daysUntil } from './dates.ts'

export const disputeOutcomes = ['Won', 'Lost', 'Accepted'] as const
export type DisputeOutcome = (typeof disputeOutcomes)[number]

export const disputeUrgencies = ['overdue', 'soon', 'later', 'undated', 'decided'] as const
export type DisputeUrgency = (typeof disputeUrgencies)[number]

export const disputeUrgencyLabels = {
  overdue: 'Overdue',
  soon: 'Due within a week',
  later: 'Due later',
  undated: 'No due date',
  decided: 'Decided',
} as const satisfies Record<DisputeUrgency, string>

/** Days before the due date from which a chargeback is due soon. */
export const dueSoonDays = 7

/** `dueOn` and `today` are `YYYY-MM-DD`. */
export function disputeUrgency(
  dueOn: string | null,
  outcome: DisputeOutcome | null,
  today: string,
): DisputeUrgency {
  if (outcome) return 'decided'
  if (!dueOn) return 'undated'
  const days = daysUntil(dueOn, today)
  if (days < 0) return 'overdue'
  return days <= dueSoonDays ? 'soon' : 'later'
}
