import type { OrderRow } from '#contract/orders.ts'
import { VisuallyHidden } from '@mantine/core'
import { displayDate, estDateTime, estTimestamp } from '#contract/rules/dates.ts'
import { displayMoney } from '#contract/rules/display-money.ts'
import { missingText, orMissingText } from '#contract/rules/missing-text.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import { DisputeStatus } from '#web/disputes/DisputeStatus.tsx'
import { MailState } from '#web/messages/MailState.tsx'
import { ReplyTag } from '#web/messages/ReplyTag.tsx'
import { isRefundPending } from '#web/refunds/pending-refund.ts'
import { PendingRefundTag } from '#web/refunds/PendingRefundTag.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { PromiseLabel } from '../../PromiseLabel.tsx'
import { ViewerFaces } from '../../viewers/ViewerFaces.tsx'
import { emailOf, isOpen, fileName, telephoneOf } from './order-row.ts'
import { fitOf } from './name-lines.ts'
import css from '../queue.module.css'

/** Shown until the document is approved; standard mode has no tag (design, Density). */
export const PriorityTag = ({ row }: { row: OrderRow }) =>
  row.processing_mode === 'priority' && isOpen(row) && <Tag tone="priority">Priority</Tag>

export function StatusCell({ row }: { row: OrderRow }) {
  const { label, appearance } = statusLabels[row.process_status]
  return <StatusLabel appearance={appearance}>{label}</StatusLabel>
}

export const PromiseCell = ({ row }: { row: OrderRow }) => (
  <span className={`row wrap ${css.promise}`}>
    <PromiseLabel order={row} otherwise={missingText} />
    <PriorityTag row={row} />
  </span>
)

/** Isolates text of unknown direction; the title has the full text if it is cut. */
function TruncatedText({ children, quiet = false }: { children: string | null; quiet?: boolean }) {
  const text = orMissingText(children)
  if (text === missingText) return missingText
  return (
    <ExternalText className={quiet ? 'muted' : undefined} title={text}>
      {text}
    </ExternalText>
  )
}

export const TravelDateCell = ({ date }: { date: string | null }) => (
  <span className="nowrap">{displayDate(date)}</span>
)

interface MomentProps {
  at: string | null
  /** Without it the time is in the title, and read by screen readers. */
  hasTime: boolean
}

export function Moment({ at, hasTime }: MomentProps) {
  if (at === null) return missingText
  const [day, time] = estDateTime(at).split(' ')
  return (
    <span title={estTimestamp(at)}>
      <span className="nowrap">{day}</span>{' '}
      {hasTime ? (
        <span className="nowrap faint tiny">{time}</span>
      ) : (
        <VisuallyHidden component="span">{time}</VisuallyHidden>
      )}
    </span>
  )
}

/** Replies and who has the order open stand below the id, which is always in sight. */
export const OrderIdCell = ({ row }: { row: OrderRow }) => (
  <>
    {row.order_id}
    <OrderTags row={row} />
  </>
)

export const OrderTags = ({ row }: { row: OrderRow }) => (
  <span className={css.tags}>
    {row.found_traveller != null && <small className="faint">Traveller {row.found_traveller}</small>}
    <ReplyTag count={row.open_messages} />
    <ViewerFaces orderId={row.order_id} />
  </span>
)

export const ShortName = ({ row }: { row: OrderRow }) => <TruncatedText>{fileName(row)}</TruncatedText>

/** On two lines. */
export function NameCell({ row }: { row: OrderRow }) {
  const name = fileName(row)
  return <WrappedText className={nameFits[fitOf(name ?? '')]}>{name}</WrappedText>
}
const nameFits = { whole: css.name, small: css.smallName, broken: css.brokenName }

export function EmailCell({ row }: { row: OrderRow }) {
  const address = <TruncatedText quiet>{emailOf(row)}</TruncatedText>
  if (row.mail_state === null) return address
  return (
    <span className={`stack ${css.stacked}`}>
      {address}
      <MailState state={row.mail_state} title="The last mail to the customer" />
    </span>
  )
}

/** Wraps instead of cutting. */
function WrappedText({
  children,
  className = '',
}: {
  children: string | null
  className?: string | undefined
}) {
  const text = orMissingText(children)
  return (
    <ExternalText className={`${css.whole} ${className}`} title={text}>
      {text}
    </ExternalText>
  )
}

export const TelephoneCell = ({ row }: { row: OrderRow }) => <WrappedText>{telephoneOf(row)}</WrappedText>
export const AssigneeCell = ({ row }: { row: OrderRow }) => <WrappedText>{row.assign_to}</WrappedText>
export const RefundedCell = ({ row, hasTime }: { row: OrderRow; hasTime: boolean }) =>
  isRefundPending(row) ? <PendingRefundTag /> : <Moment at={row.refund_date} hasTime={hasTime} />
/** The refunded amount, else the price. */
export const RefundAmountCell = ({ row }: { row: OrderRow }) =>
  row.refund_amount === null ? (
    <span className="muted">{orMissingText(displayMoney(row.amount, row.currency))}</span>
  ) : (
    displayMoney(row.refund_amount, row.refund_currency)
  )
export const AnswerDueCell = ({ row }: { row: OrderRow }) => <DisputeStatus dispute={row} />
