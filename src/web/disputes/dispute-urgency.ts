import { disputeUrgency, type DisputeUrgency, type DisputeOutcome } from '#contract/rules/disputes.ts'
import type { IconName } from '#web/ui/Icon.tsx'

/** What is recorded of a chargeback, as rows and details of orders carry it. */
export interface Dispute {
  dispute_due_on: string | null
  dispute_reason_code: string | null
  dispute_outcome: DisputeOutcome | null
}

export interface UrgencyAppearance {
  tone: 'priority' | 'attention' | 'neutral'
  icon: IconName
}

/** A band is a mark, a colour and a word: red what is late, amber what comes next. */
export const urgencyAppearances = {
  overdue: { tone: 'priority', icon: 'alert' },
  soon: { tone: 'attention', icon: 'clock' },
  later: { tone: 'neutral', icon: 'calendar' },
  undated: { tone: 'neutral', icon: 'pen' },
  decided: { tone: 'neutral', icon: 'ok' },
} as const satisfies Record<DisputeUrgency, UrgencyAppearance>

/** `today` is Jakarta's, `YYYY-MM-DD`. */
export const urgencyOfDispute = (
  { dispute_due_on: dueOn, dispute_outcome: outcome }: Dispute,
  today: string,
) => disputeUrgency(dueOn, outcome, today)
