import { displayDate } from '#contract/rules/dates.ts'
import {
  disputeUrgencyLabels,
  disputeUrgency,
  type DisputeUrgency,
  type DisputeOutcome,
  type Settlement,
} from '#contract/rules/disputes.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './disputes.module.css'

interface DisputeStatusProps {
  dispute: Dispute
  /** In Jakarta, `YYYY-MM-DD`. */
  today: string
}

export function DisputeStatus({ dispute, today }: DisputeStatusProps) {
  const urgency = urgencyOfDispute(dispute, today)
  const { tone, icon } = urgencyAppearances[urgency]
  const { dispute_due_on: dueOn, dispute_reason_code: reasonCode, dispute_outcome: outcome } = dispute
  return (
    <span className={`inline-row wrap ${css.dispute}`}>
      <Tag tone={tone}>
        <Icon name={icon} size={12} />
        {disputeUrgencyLabels[urgency]}
      </Tag>
      {outcome && <b className="medium">{outcome}</b>}
      {dueOn && <span>{displayDate(dueOn)}</span>}
      {reasonCode && (
        <ExternalText className={`muted ${css.code}`} title="Reason code">
          {reasonCode}
        </ExternalText>
      )}
    </span>
  )
}

/** The dispute fields of an order. */
interface Dispute {
  dispute_due_on: string | null
  dispute_reason_code: string | null
  dispute_outcome: DisputeOutcome | null
  dispute_settled_as: Settlement | null
}

interface UrgencyAppearance {
  tone: 'priority' | 'attention' | 'neutral'
  icon: IconName
}

/** A band differs by icon, colour and text. */
const urgencyAppearances = {
  overdue: { tone: 'priority', icon: 'alert' },
  soon: { tone: 'attention', icon: 'clock' },
  later: { tone: 'neutral', icon: 'calendar' },
  undated: { tone: 'neutral', icon: 'pen' },
  answered: { tone: 'neutral', icon: 'send' },
  decided: { tone: 'neutral', icon: 'ok' },
} as const satisfies Record<DisputeUrgency, UrgencyAppearance>

/** `today` is in Jakarta, `YYYY-MM-DD`. */
export const urgencyOfDispute = (dispute: Dispute, today: string) =>
  disputeUrgency(
    {
      dueOn: dispute.dispute_due_on,
      outcome: dispute.dispute_outcome,
      settledAs: dispute.dispute_settled_as,
    },
    today,
  )
