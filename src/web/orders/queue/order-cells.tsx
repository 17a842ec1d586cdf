import type { OrderRow } from '#contract/orders.ts'
import { daysUntil, displayDate, displayMonth, estDateTime } from '#contract/rules/dates.ts'
import { missing, orMissing } from '#contract/rules/missing.ts'
import { orderType } from '#contract/rules/order-fields.ts'
import type { Mode } from '#contract/rules/queues.ts'
import { statusWords } from '#contract/rules/statuses.ts'
import { DisputeBand } from '#web/disputes/DisputeBand.tsx'
import { MailState } from '#web/messages/MailState.tsx'
import { ReplyTag } from '#web/messages/ReplyTag.tsx'
import { isToRefund } from '#web/refunds/to-refund.ts'
import { ToRefund } from '#web/refunds/ToRefund.tsx'
import { Due } from '#web/ui/Due.tsx'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { emailOf, isOpen, nameOf, telephoneOf } from './order-row.ts'
import css from './order-cells.module.css'

/** Standard says nothing (design, Density). */
const modeTags: Partial<Record<Mode, { label: string; tone: 'neutral' | 'priority' }>> = {
  priority: { label: 'Priority', tone: 'priority' },
  future: { label: 'Future', tone: 'neutral' },
}

function ModeTag({ mode }: { mode: Mode }) {
  const tag = modeTags[mode]
  return tag && <Tag tone={tag.tone}>{tag.label}</Tag>
}

/** A window has opened when an order is worked on; priority counts until the approved document is there. */
const modeMatters = (row: OrderRow) =>
  row.process_status === 'New' || (row.processing_mode === 'priority' && isOpen(row))

export function Status({ row }: { row: OrderRow }) {
  const { label, look } = statusWords[row.process_status]
  return (
    <span className={css.status}>
      <StatusMark look={look}>{label}</StatusMark>
      {modeMatters(row) && <ModeTag mode={row.processing_mode} />}
    </span>
  )
}

/** A text of unknown direction, cut where it is too long and then whole in its title. */
function Text({ children, quiet = false }: { children: string | null; quiet?: boolean }) {
  const text = orMissing(children)
  if (text === missing) return missing
  return (
    <bdi className={quiet ? css.quiet : undefined} title={text}>
      {text}
    </bdi>
  )
}

export function TravelDate({ date, row, today }: { date: string | null; row: OrderRow; today: string }) {
  return (
    <>
      {displayDate(date)}
      {date !== null && row.travel_date !== null && isOpen(row) && (
        <Due days={daysUntil(row.travel_date, today)} />
      )}
    </>
  )
}

function Moment({ at }: { at: string | null }) {
  if (at === null) return missing
  const [day, time] = estDateTime(at).split(' ')
  return (
    <>
      {day} <span className={css.time}>{time} EST</span>
    </>
  )
}

/** The name, and that its bearer wrote. */
export function Name({ row }: { row: OrderRow }) {
  const name = <Text>{nameOf(row)}</Text>
  if (row.open_messages === 0) return name
  return (
    <span className={css.beside}>
      {name}
      <ReplyTag count={row.open_messages} />
    </span>
  )
}

/** The address, and how far the last mail has come. */
export function Email({ row }: { row: OrderRow }) {
  const address = <Text quiet>{emailOf(row)}</Text>
  if (row.mail_state === null) return address
  return (
    <span className={css.beside}>
      {address}
      <MailState state={row.mail_state} title="The last mail to the customer" />
    </span>
  )
}
export const Telephone = ({ row }: { row: OrderRow }) => <Text>{telephoneOf(row)}</Text>
export const Assignee = ({ row }: { row: OrderRow }) => <Text>{row.assign_to}</Text>
export const Created = ({ row }: { row: OrderRow }) => <Moment at={row.created_at} />
export const Refunded = ({ row }: { row: OrderRow }) =>
  isToRefund(row) ? <ToRefund /> : <Moment at={row.refund_date} />
export const Processed = ({ row }: { row: OrderRow }) => <Moment at={row.processing_date} />
export const Chargeback = ({ row, today }: { row: OrderRow; today: string }) => (
  <DisputeBand dispute={row} today={today} />
)
export const ProcessMonth = ({ row }: { row: OrderRow }) => displayMonth(row.process_month)
export const Type = ({ row }: { row: OrderRow }) => orderType(row.landing_domain)
