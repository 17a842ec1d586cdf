import type { OrderDetails } from '#contract/order-details.ts'
import { daysUntil, displayDate } from '#contract/rules/dates.ts'
import { missingText, orMissingText } from '#contract/rules/missing-text.ts'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'
import { orderType, type OrderType } from '#contract/rules/order-fields.ts'
import { DisputeStatus } from '#web/disputes/DisputeStatus.tsx'
import { DueLabel } from '#web/ui/DueLabel.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { PromiseLabel } from '../../PromiseLabel.tsx'
import { modeLabels } from '../mode-labels.ts'
import { submissionWindow } from './submission-window.ts'
import css from './OrderSummary.module.css'

const typeIcons: Record<OrderType, IconName | undefined> = {
  Arrival: 'arrival',
  Departure: 'departure',
  Unknown: undefined,
}

const awaitsDocument = ({ process_status: status }: OrderDetails) =>
  statusesCompletedByUpload.includes(status)

interface OrderSummaryProps {
  order: OrderDetails
  /** Jakarta's, `YYYY-MM-DD`. */
  today: string
}

/** What determines an order's urgency. Not interactive, because toasts cover it on wide screens. */
export function OrderSummary({ order, today }: OrderSummaryProps) {
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
          {order.travel_date && awaitsDocument(order) && (
            <DueLabel days={daysUntil(order.travel_date, today)} />
          )}
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
          {orMissingText(window?.text)}
        </dd>
      </div>
      <div className={css.wide}>
        <dt>Promise</dt>
        <dd>
          <PromiseLabel order={order} otherwise={missingText} />
        </dd>
      </div>
      <div>
        <dt>Mode</dt>
        <dd>
          <Tag tone={order.processing_mode === 'priority' ? 'priority' : 'neutral'}>
            {modeLabels[order.processing_mode]}
          </Tag>
        </dd>
      </div>
      {order.process_status === 'ChargeBack' && (
        <div className={css.wide}>
          <dt>ChargeBack</dt>
          <dd>
            <DisputeStatus dispute={order} today={today} />
          </dd>
        </div>
      )}
      <div>
        <dt>Assigned to</dt>
        <dd>
          <span className={css.assignee}>
            <ExternalText>{orMissingText(order.assign_to)}</ExternalText>
          </span>
        </dd>
      </div>
    </dl>
  )
}
