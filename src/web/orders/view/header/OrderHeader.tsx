import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { OrderDetails } from '#contract/order-details.ts'
import { disputableStatuses, statusLabels, type Status } from '#contract/rules/statuses.ts'
import { isOpenReply } from '#web/messages/open-replies.ts'
import { ReplyTag } from '#web/messages/ReplyTag.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import type { BackTarget } from '#web/lib/back-target.ts'
import { customerName } from '../declaration/declaration.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './OrderHeader.module.css'

/** The dialogs that the header's buttons open. */
export type OrderDialogName = 'emailContent' | 'defencePack1' | 'defencePack2' | 'transaction' | 'dispute'

/** The dialog buttons in the order of spec §2, each with its statuses (spec §4). */
const dialogButtons: readonly {
  opens: OrderDialogName
  label: string
  offeredIn: (status: Status) => boolean
}[] = [
  { opens: 'emailContent', label: 'View Email Content', offeredIn: () => true },
  {
    opens: 'defencePack1',
    label: 'Defence Pack 1',
    offeredIn: (status) => disputableStatuses.includes(status),
  },
  {
    opens: 'defencePack2',
    label: 'Defence Pack 2',
    offeredIn: (status) => disputableStatuses.includes(status),
  },
  {
    opens: 'transaction',
    label: 'Enter Transaction Details',
    offeredIn: (status) => disputableStatuses.includes(status),
  },
  { opens: 'dispute', label: 'Chargeback', offeredIn: (status) => disputableStatuses.includes(status) },
]

interface OrderHeaderProps {
  order: OrderDetails
  back: BackTarget
  onOpen: (paper: OrderDialogName) => void
  /** Further action buttons beside the dialog buttons. */
  actions: ReactNode
  /** The state of the last mail. */
  mail: ReactNode
}

/** The order's id, name and status, with its dialog buttons. */
export function OrderHeader({ order, back, onOpen, actions, mail }: OrderHeaderProps) {
  const name = customerName(order)
  const status = statusLabels[order.process_status]
  const openReplies = order.messages.filter(isOpenReply).length
  return (
    <div className={css.head}>
      <div className={css.title}>
        <Link className={css.back} href={back.href} aria-label={`Back to ${back.label}`}>
          <Icon name="left" />
        </Link>
        <h1 className={css.heading}>
          {order.order_id}{' '}
          {name && (
            <span className={css.name} title={name}>
              <ExternalText>{name}</ExternalText>
            </span>
          )}
        </h1>
        <span className={css.status}>
          <StatusLabel appearance={status.appearance} variant="pill">
            {status.label}
          </StatusLabel>
          {openReplies > 0 && (
            <a className={css.replies} href="#messages">
              <ReplyTag count={openReplies} />
            </a>
          )}
        </span>
      </div>
      <div className={css.papers}>
        {dialogButtons
          .filter(({ offeredIn }) => offeredIn(order.process_status))
          .map(({ opens, label }) => (
            <Button
              key={opens}
              size="xs"
              classNames={{ root: css.paper, label: css.word }}
              onClick={() => onOpen(opens)}
            >
              {label}
            </Button>
          ))}
        {actions}
      </div>
      {mail}
    </div>
  )
}
