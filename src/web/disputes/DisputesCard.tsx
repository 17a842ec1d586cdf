import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { settleDispute, type AdvisedDispute } from '#contract/disputes.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { displayMoney } from '#contract/rules/display-money.ts'
import { evidenceLabels, type Evidence } from '#contract/rules/dispute-advice.ts'
import {
  disputeStageRules,
  disputeUrgency,
  dueText,
  type DisputeStage,
  type Settlement,
} from '#contract/rules/disputes.ts'
import { disputableStatuses } from '#contract/rules/statuses.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import type { KeyAction } from '#web/lib/key-table.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { Card } from '#web/ui/Card.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { KeyButton } from '#web/ui/KeyButton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'
import { adviceText, codeMeaning, disputeTitle, settledLabels } from './dispute-texts.ts'
import css from './disputes.module.css'

interface DisputesCardProps {
  order: OrderDetails & { payment_url?: string | null }
  /** The button that adds a dispute. */
  add: ReactNode
  onPack: (type: 1 | 2) => void
  /** Edits a dispute. */
  onEdit: (dispute: AdvisedDispute) => void
  onSettled: (moved: boolean) => void
}

const isOpen = ({ outcome, settled_as: settledAs, stage }: AdvisedDispute): boolean =>
  outcome === 'Open' && settledAs === null && disputeStageRules[stage].settledAs.length > 0

const settlementActs = {
  answered: { label: 'Answered', action: 'disputeAnswered' },
  accepted: { label: 'Accepted', action: 'disputeAccepted' },
  refunded: { label: 'Refund', action: 'disputeRefunded' },
  left: { label: 'Leave', action: 'disputeLeft' },
} as const satisfies Record<Settlement, { label: string; action: KeyAction }>

/** What can be done with a dispute: a gateway refunds no charge that is charged back, and none twice. */
function offeredSettlements(order: OrderDetails, { stage }: AdvisedDispute): readonly Settlement[] {
  const canRefund =
    order.refund_date === null &&
    !order.disputes.some((it) => it.stage === 'chargeback' && it.outcome !== 'Withdrawn')
  return disputeStageRules[stage].settledAs.filter((as) => as !== 'refunded' || canRefund)
}

/** The order's disputes: open ones with what to do, by when and why; then those that are settled or decided. */
export function DisputesCard({ order, add, onPack, onEdit, onSettled }: DisputesCardProps) {
  const me = useCurrentMember()
  const { call, busy } = useCall(settleDispute)
  const showSuccess = useUndoToast()
  const open = order.disputes.filter(isOpen)
  const worksOn = (stage: DisputeStage) => stage !== 'compliance' || me.can('workComplianceCases')
  const settle = async (dispute: AdvisedDispute, as: Settlement) => {
    const answer = await call({ body: { orderId: order.order_id, disputeId: dispute.id, as } })
    onSettled(as === 'refunded')
    if (!answer) return
    if (as === 'refunded' && order.payment_url) window.open(order.payment_url, '_blank', 'noopener')
    showSuccess({
      title: answer.message,
      text: `Order ${order.order_id}: ${disputeTitle(dispute)}`,
      undo: answer.data.undo,
    })
  }
  const actable = open.find(({ stage }) => worksOn(stage))
  const offered = actable ? offeredSettlements(order, actable) : []
  useShortcuts(
    Object.fromEntries(
      offered.map((as) => [settlementActs[as].action, () => actable && void settle(actable, as)]),
    ),
  )
  if (order.disputes.length === 0) return null
  return (
    <Card
      title="Disputes"
      count={open.length > 0 ? `${open.length} open` : 'none open'}
      id="disputes"
      end={add}
    >
      <ul className={css.disputes}>
        {open.map((dispute) => (
          <OpenDispute key={dispute.id} dispute={dispute}>
            {dispute.advised_by && disputableStatuses.includes(order.process_status) && (
              <PackButton type={dispute.advised_by.pack} dispute={dispute} onPack={onPack} />
            )}
            {worksOn(dispute.stage) && (
              <>
                {offeredSettlements(order, dispute).map((as) => (
                  <KeyButton
                    key={as}
                    size="xs"
                    action={dispute === actable ? settlementActs[as].action : undefined}
                    aria-label={`${settlementActs[as].label}: ${disputeTitle(dispute)}`}
                    aria-disabled={busy}
                    onClick={() => void settle(dispute, as)}
                  >
                    {settlementActs[as].label}
                  </KeyButton>
                ))}
                <EditButton dispute={dispute} onEdit={onEdit} />
              </>
            )}
          </OpenDispute>
        ))}
        {order.disputes
          .filter((dispute) => !isOpen(dispute))
          .map((dispute) => (
            <li key={dispute.id} className={`row wrap gap-8 small ruled ${css.past}`}>
              <PastDispute dispute={dispute} />
              {worksOn(dispute.stage) && <EditButton dispute={dispute} onEdit={onEdit} />}
            </li>
          ))}
      </ul>
    </Card>
  )
}

interface PackButtonProps extends Pick<DisputesCardProps, 'onPack'> {
  type: 1 | 2
  dispute: AdvisedDispute
}

const PackButton = ({ type, dispute, onPack }: PackButtonProps) => (
  <Button size="xs" aria-label={`Pack ${type}: ${disputeTitle(dispute)}`} onClick={() => onPack(type)}>
    Pack {type}
  </Button>
)

const EditButton = ({ dispute, onEdit }: Pick<DisputesCardProps, 'onEdit'> & { dispute: AdvisedDispute }) => (
  <Button
    variant="subtle"
    size="xs"
    aria-label={`Edit: ${disputeTitle(dispute)}`}
    onClick={() => onEdit(dispute)}
  >
    Edit
  </Button>
)

const amountOf = ({ amount, currency, advised_by: by }: AdvisedDispute) =>
  displayMoney(amount ?? by?.amount, amount === null ? by?.currency : currency)

function DisputeFacts({ dispute }: { dispute: AdvisedDispute }) {
  const { gateway, reason, network_code: code } = dispute
  const meaning = codeMeaning(code)
  return (
    <>
      <span>{reason}</span>
      {code && (
        <span className="muted">
          <ExternalText>{code}</ExternalText>
          {meaning && ` (${meaning})`}
        </span>
      )}
      <ExternalText className="muted">{gateway === 'unknown' ? 'gateway unknown' : gateway}</ExternalText>
      <span className="medium">{amountOf(dispute)}</span>
    </>
  )
}

interface OpenDisputeProps {
  dispute: AdvisedDispute
  children: ReactNode
}

function OpenDispute({ dispute, children }: OpenDisputeProps) {
  const now = useNow()
  const { stage, due_at: dueAt, is_due_guessed: isGuessed, advised_by: by } = dispute
  const urgency = disputeUrgency({ dueAt, outcome: null }, now)
  const tone =
    urgency === 'overdue' ? 'priority' : urgency === 'soon' || stage === 'warning' ? 'attention' : 'neutral'
  return (
    <li className={`stack gap-4 small ruled ${css.open}`} data-advice={dispute.advice}>
      <p className="row wrap gap-8">
        <Tag tone={tone}>{disputeStageRules[stage].label}</Tag>
        <DisputeFacts dispute={dispute} />
      </p>
      {dueAt && (
        <p>
          <span className="faint">Answer by </span>
          <span className="nowrap">{estTimestamp(dueAt)}</span>,{' '}
          <b
            className={`medium nowrap ${urgency === 'overdue' ? 'danger' : urgency === 'soon' ? 'warning' : ''}`}
          >
            {dueText(dueAt, now)}
          </b>
          {isGuessed && <span className="muted"> – a guess: the gateway named no time</span>}
        </p>
      )}
      {by && (
        <>
          <EvidenceLine label="Captured" names={by.captured} />
          <EvidenceLine label="Missing" names={by.missing} />
          <p className={css.advice}>{adviceText(dispute)}</p>
        </>
      )}
      <div className={`flex wrap gap-6 ${css.acts}`}>{children}</div>
    </li>
  )
}

const EvidenceLine = ({ label, names }: { label: string; names: readonly Evidence[] }) =>
  names.length > 0 && (
    <p>
      <span className="faint">{label} </span>
      {names.map((name) => evidenceLabels[name]).join(', ')}
    </p>
  )

function PastDispute({ dispute }: { dispute: AdvisedDispute }) {
  const { stage, outcome, settled_as: settledAs, settled_at: at, settled_by: by } = dispute
  const settled =
    settledAs && `${settledLabels[settledAs]}${by ? ` by ${by}` : ''}${at ? `, ${estTimestamp(at)}` : ''}`
  return (
    <>
      <span className="medium">{disputeStageRules[stage].label}</span>
      <DisputeFacts dispute={dispute} />
      {outcome !== 'Open' && <b className="medium">{outcome}</b>}
      {settled && <span className="muted">{settled}</span>}
      {stage === 'prevented' && outcome === 'Open' && (
        <span className="muted">refunded before it became one</span>
      )}
    </>
  )
}
