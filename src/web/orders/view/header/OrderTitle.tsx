import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'wouter'
import type { OrderDetails } from '#contract/order-details.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import type { BackTarget } from '#web/lib/back-target.ts'
import { backNavigation } from '#web/lib/use-scroll-restoration.ts'
import { isOpenReply } from '#web/messages/open-replies.ts'
import { ReplyTag } from '#web/messages/ReplyTag.tsx'
import { duplicateFinding } from '#web/preflight/findings.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { customerName } from '../declaration/declaration.ts'
import { modeLabels } from '../mode-labels.ts'
import css from './header.module.css'

interface OrderTitleProps {
  order: OrderDetails
  back: BackTarget
  place: ReactNode
  note: ReactNode
}

/** Letters of the name that the title has room for before anything else; longer names end in an ellipsis there. */
const fewestLetters = 6
const mostLetters = 24

/** Back link, id, customer name and status, in one line that stays in view. */
export function OrderTitle({ order, back, place, note }: OrderTitleProps) {
  const name = customerName(order)
  const status = statusLabels[order.process_status]
  return (
    <div className={`row gap-12 shrinkable ${css.title}`}>
      <Link
        className={`stack centered rigid muted ${css.back}`}
        href={back.href}
        state={backNavigation}
        aria-label={`Back to ${back.label}`}
      >
        <Icon name="left" />
      </Link>
      <div className={`rigid ${css.place}`}>{place}</div>
      <h1
        className={`flex gap-10 shrinkable nowrap strong ${css.heading}`}
        style={{ '--letters': Math.max(fewestLetters, Math.min(name.length, mostLetters)) } as CSSProperties}
      >
        {order.order_id}{' '}
        {name && (
          <span className={css.name} title={name}>
            <ExternalText>{name}</ExternalText>
          </span>
        )}
      </h1>
      <StatusLabel appearance={status.appearance} variant="pill">
        {status.label}
      </StatusLabel>
      {note}
    </div>
  )
}

/** What else marks the order, in tags that lead to where it is told. */
export function OrderTags({ order }: { order: OrderDetails }) {
  const duplicate = duplicateFinding(order)
  const openReplies = order.messages.filter(isOpenReply).length
  return (
    <span className={`row gap-8 ${css.tags}`}>
      {order.processing_mode === 'priority' && <Tag tone="priority">{modeLabels.priority}</Tag>}
      {order.process_status === 'Refunds' && order.refund_date && <Tag>refunded</Tag>}
      {order.restricted_at && <Tag tone="attention">restricted</Tag>}
      {duplicate && (
        <a className={css.replies} href="#to-check" title={duplicate.title}>
          <Tag tone="attention">
            also in {duplicate.orders.length > 1 ? `${duplicate.orders.length} orders` : duplicate.orders[0]}
          </Tag>
        </a>
      )}
      {order.household.length > 0 && (
        <a
          className={css.replies}
          href="#journey"
          title="Orders of the same journey; { and } lead through them"
        >
          <Tag>journey of {order.household.length + 1}</Tag>
        </a>
      )}
      {openReplies > 0 && (
        <a className={css.replies} href="#messages">
          <ReplyTag count={openReplies} />
        </a>
      )}
    </span>
  )
}
