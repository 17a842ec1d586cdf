import { disputeBand, type DisputeBand, type DisputeOutcome } from '#contract/rules/disputes.ts'
import type { IconName } from '#web/ui/Icon.tsx'

/** What is recorded of a chargeback, as rows and details of orders carry it. */
export interface Dispute {
  dispute_due_on: string | null
  dispute_reason_code: string | null
  dispute_outcome: DisputeOutcome | null
}

export interface BandLook {
  tone: 'priority' | 'attention' | 'neutral'
  mark: IconName
}

/** A band is a mark, a colour and a word: red what is late, amber what comes next. */
export const bandLooks = {
  overdue: { tone: 'priority', mark: 'alert' },
  soon: { tone: 'attention', mark: 'clock' },
  later: { tone: 'neutral', mark: 'calendar' },
  undated: { tone: 'neutral', mark: 'pen' },
  decided: { tone: 'neutral', mark: 'ok' },
} as const satisfies Record<DisputeBand, BandLook>

/** `today` is Jakarta's, `YYYY-MM-DD`. */
export const bandOf = ({ dispute_due_on: dueOn, dispute_outcome: outcome }: Dispute, today: string) =>
  disputeBand(dueOn, outcome, today)
