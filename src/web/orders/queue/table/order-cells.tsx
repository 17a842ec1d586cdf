import type { OrderRow } from '#contract/orders.ts'
import { displayDate, displayMonth, estDateTime } from '#contract/rules/dates.ts'
import { displayMoney } from '#contract/rules/display-money.ts'
import { missingText, orMissingText } from '#contract/rules/missing-text.ts'
import { orderType } from '#contract/rules/order-type.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import { DisputeStatus } from '#web/disputes/DisputeStatus.tsx'
import { MailState } from '#web/messages/MailState.tsx'
import { ReplyTag } from '#web/messages/ReplyTag.tsx'
import { isRefundPending } from '#web/refunds/pending-refund.ts'
import { PendingRefundTag } from '#web/refunds/PendingRefundTag.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { PromiseLabel } from '../../PromiseLabel.tsx'
import { ViewerFaces } from '../../viewers/ViewerFaces.tsx'
import { emailOf, isOpen, fileName, telephoneOf } from './order-row.ts'
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
    <bdi className={quiet ? 'muted' : undefined} title={text}>
      {text}
    </bdi>
  )
}

export const TravelDateCell = ({ date }: { date: string | null }) => (
  <span className="nowrap">{displayDate(date)}</span>
)

function Timestamp({ at }: { at: string | null }) {
  if (at === null) return missingText
  const [day, time] = estDateTime(at).split(' ')
  return (
    <>
      <span className="nowrap">{day}</span> <span className="nowrap faint tiny">{time}</span>
    </>
  )
}

export const NameCell = ({ row }: { row: OrderRow }) => (
  <span className={css.beside}>
    <TruncatedText>{fileName(row)}</TruncatedText>
    {row.open_messages > 0 && <ReplyTag count={row.open_messages} />}
    <ViewerFaces orderId={row.order_id} />
  </span>
)

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
function WrappedText({ children }: { children: string | null }) {
  const text = orMissingText(children)
  return (
    <bdi className={css.whole} title={text}>
      {text}
    </bdi>
  )
}

export const TelephoneCell = ({ row }: { row: OrderRow }) => <WrappedText>{telephoneOf(row)}</WrappedText>
export const AssigneeCell = ({ row }: { row: OrderRow }) => <WrappedText>{row.assign_to}</WrappedText>
export const CreatedCell = ({ row }: { row: OrderRow }) => <Timestamp at={row.created_at} />
export const RefundedCell = ({ row }: { row: OrderRow }) =>
  isRefundPending(row) ? <PendingRefundTag /> : <Timestamp at={row.refund_date} />
/** The refunded amount, else the price. */
export const RefundAmountCell = ({ row }: { row: OrderRow }) =>
  row.refund_amount === null ? (
    <span className="muted">{orMissingText(displayMoney(row.amount, row.currency))}</span>
  ) : (
    displayMoney(row.refund_amount, row.refund_currency)
  )
export const ProcessedCell = ({ row }: { row: OrderRow }) => <Timestamp at={row.processing_date} />
export const AnswerDueCell = ({ row, today }: { row: OrderRow; today: string }) => (
  <DisputeStatus dispute={row} today={today} />
)
export const ProcessMonthCell = ({ row }: { row: OrderRow }) => displayMonth(row.process_month)
export const OrderTypeCell = ({ row }: { row: OrderRow }) => orderType(row.landing_domain)
