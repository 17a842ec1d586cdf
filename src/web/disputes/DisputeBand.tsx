import { displayDate } from '#contract/rules/dates.ts'
import { disputeBands } from '#contract/rules/disputes.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { bandLooks, bandOf, type Dispute } from './bands.ts'
import css from './DisputeBand.module.css'

interface DisputeBandProps {
  dispute: Dispute
  /** Jakarta's, `YYYY-MM-DD`. */
  today: string
}

/** How pressing a chargeback is, its due date, its reason code and how it ended. */
export function DisputeBand({ dispute, today }: DisputeBandProps) {
  const band = bandOf(dispute, today)
  const { tone, mark } = bandLooks[band]
  const { dispute_due_on: dueOn, dispute_reason_code: reasonCode, dispute_outcome: outcome } = dispute
  return (
    <span className={css.dispute}>
      <Tag tone={tone}>
        <Icon name={mark} size={12} />
        {disputeBands[band]}
      </Tag>
      {outcome && <b className={css.outcome}>{outcome}</b>}
      {dueOn && <span>{displayDate(dueOn)}</span>}
      {reasonCode && <bdi className={css.code}>{reasonCode}</bdi>}
    </span>
  )
}
