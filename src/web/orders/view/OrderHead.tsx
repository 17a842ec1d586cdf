import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { OrderDetails } from '#contract/orders.ts'
import { daysUntil, displayDate } from '#contract/rules/dates.ts'
import { orderType, type OrderType } from '#contract/rules/order-fields.ts'
import { orMissing } from '#contract/rules/missing.ts'
import { disputable, statusWords, type Status } from '#contract/rules/statuses.ts'
import { Due } from '#web/ui/Due.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { customerName } from './declaration.ts'
import { GivenText } from './GivenText.tsx'
import { modeWords } from './mode-words.ts'
import { submissionWindow } from './submission-window.ts'
import css from './OrderHead.module.css'

/** What a paper button opens. */
export type Paper = 'emailContent' | 'transaction'

/** The paper buttons in the order of spec §2, each with the statuses that offer it (spec §4). */
const papers: readonly { opens: Paper; label: string; offeredIn: (status: Status) => boolean }[] = [
  { opens: 'emailContent', label: 'View Email Content', offeredIn: () => true },
  {
    opens: 'transaction',
    label: 'Enter Transaction Details',
    offeredIn: (status) => disputable.includes(status),
  },
]

const typeIcons: Record<OrderType, IconName | undefined> = {
  Arrival: 'arrival',
  Departure: 'departure',
  Unknown: undefined,
}

interface OrderHeadProps {
  order: OrderDetails
  /** Jakarta's, `YYYY-MM-DD`. */
  today: string
  back: { href: string; label: string }
  onOpen: (paper: Paper) => void
  /** Stands behind the assignee: a small button. */
  assigning: ReactNode
}

/** Which order this is, its papers, and what decides its turn. */
export function OrderHead({ order, today, back, onOpen, assigning }: OrderHeadProps) {
  const name = customerName(order)
  const status = statusWords[order.process_status]
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
              <GivenText>{name}</GivenText>
            </span>
          )}
        </h1>
        <span className={css.status}>
          <StatusMark look={status.look} variant="pill">
            {status.label}
          </StatusMark>
        </span>
      </div>
      <div className={css.papers}>
        {papers
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
      </div>
      <Strip order={order} today={today} assigning={assigning} />
    </div>
  )
}

function Strip({ order, today, assigning }: Pick<OrderHeadProps, 'order' | 'today' | 'assigning'>) {
  const type = orderType(order.landing_domain)
  const icon = typeIcons[type]
  const window = submissionWindow(order.window_opens_on, order.travel_date, today)
  return (
    <dl className={css.strip}>
      <div>
        <dt>Type</dt>
        <dd>
          {icon && <Icon name={icon} size={14} className={css.icon} />}
          {type}
        </dd>
      </div>
      <div>
        <dt>Travel date</dt>
        <dd>
          {displayDate(order.travel_date)}
          {order.travel_date && <Due days={daysUntil(order.travel_date, today)} variant="long" />}
        </dd>
      </div>
      <div className={css.wide}>
        <dt>Window</dt>
        <dd>
          {window && (
            <span className={css.window} data-phase={window.phase} aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
          )}
          {orMissing(window?.text)}
        </dd>
      </div>
      <div>
        <dt>Mode</dt>
        <dd>
          <Tag tone={order.processing_mode === 'priority' ? 'priority' : 'neutral'}>
            {modeWords[order.processing_mode]}
          </Tag>
        </dd>
      </div>
      <div>
        <dt>Assigned to</dt>
        <dd>
          <span className={css.assignee}>
            <GivenText>{orMissing(order.assign_to)}</GivenText>
          </span>
          {assigning}
        </dd>
      </div>
    </dl>
  )
}
