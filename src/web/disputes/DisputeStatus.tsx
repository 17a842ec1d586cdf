import { displayDate } from '#contract/rules/dates.ts'
import { disputeUrgencyLabels } from '#contract/rules/disputes.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { urgencyAppearances, urgencyOfDispute, type Dispute } from './dispute-urgency.ts'
import css from './disputes.module.css'

interface DisputeStatusProps {
  dispute: Dispute
  /** Jakarta's, `YYYY-MM-DD`. */
  today: string
}

/** How pressing a chargeback is, its due date, its reason code and how it ended. */
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
        <bdi className={`muted ${css.code}`} title="Reason code">
          {reasonCode}
        </bdi>
      )}
    </span>
  )
}
