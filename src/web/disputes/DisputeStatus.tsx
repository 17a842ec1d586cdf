import { displayDate, estDate, estTimestamp } from '#contract/rules/dates.ts'
import {
  disputeUrgencyLabels,
  disputeUrgency,
  dueText,
  type DisputeUrgency,
  type DisputeOutcome,
  type Settlement,
} from '#contract/rules/disputes.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './disputes.module.css'

/** The dispute fields of an order. */
interface DisputeOfOrder {
  dispute_due_at: string | null
  dispute_reason_code: string | null
  dispute_outcome: DisputeOutcome | null
  dispute_settled_as: Settlement | null
}

export function DisputeStatus({ dispute }: { dispute: DisputeOfOrder }) {
  const now = useNow()
  const { dispute_due_at: dueAt, dispute_reason_code: reasonCode, dispute_outcome: outcome } = dispute
  const urgency = disputeUrgency({ dueAt, outcome, settledAs: dispute.dispute_settled_as }, now)
  const { tone, icon, isOpen } = urgencyAppearances[urgency]
  return (
    <span className={`inline-row wrap ${css.dispute}`}>
      <Tag tone={tone}>
        <Icon name={icon} size={12} />
        {disputeUrgencyLabels[urgency]}
      </Tag>
      {outcome && <b className="medium">{outcome}</b>}
      {dueAt && (
        <span className="nowrap" title={`Answer by ${estTimestamp(dueAt)}`}>
          {isOpen ? dueText(dueAt, now) : displayDate(estDate(new Date(dueAt)))}
        </span>
      )}
      {reasonCode && (
        <ExternalText className={`muted ${css.code}`} title="Reason code">
          {reasonCode}
        </ExternalText>
      )}
    </span>
  )
}

interface UrgencyAppearance {
  tone: 'priority' | 'attention' | 'neutral'
  icon: IconName
  /** Its time is told by how near it is. */
  isOpen: boolean
}

/** A band differs by icon, colour and text. */
const urgencyAppearances = {
  overdue: { tone: 'priority', icon: 'alert', isOpen: true },
  soon: { tone: 'attention', icon: 'clock', isOpen: true },
  later: { tone: 'neutral', icon: 'calendar', isOpen: true },
  undated: { tone: 'neutral', icon: 'pen', isOpen: true },
  answered: { tone: 'neutral', icon: 'send', isOpen: false },
  decided: { tone: 'neutral', icon: 'ok', isOpen: false },
} as const satisfies Record<DisputeUrgency, UrgencyAppearance>
