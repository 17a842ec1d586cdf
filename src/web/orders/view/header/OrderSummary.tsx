import { VisuallyHidden } from '@mantine/core'
import type { OrderDetails } from '#contract/order-details.ts'
import { DisputeStatus } from '#web/disputes/DisputeStatus.tsx'
import { PromiseLabel } from '../../PromiseLabel.tsx'
import { submissionWindow } from './submission-window.ts'
import css from './header.module.css'

interface OrderSummaryProps {
  order: OrderDetails
  /** Jakarta's, `YYYY-MM-DD`. */
  today: string
}

/** What determines an order's turn: its promise, its window and, of a chargeback, its answer. */
export function OrderSummary({ order, today }: OrderSummaryProps) {
  const window = submissionWindow(order.window_opens_on, order.travel_date, today)
  return (
    <dl className={`row gap-12 nowrap small ${css.strip}`}>
      <div>
        <VisuallyHidden component="dt">Promise</VisuallyHidden>
        <dd>
          <PromiseLabel order={order} hasInstant />
        </dd>
      </div>
      {window && (
        <div>
          <VisuallyHidden component="dt">Window</VisuallyHidden>
          <dd className={`row muted ${css.window}`} title={window.days}>
            <span className={css.bars} data-phase={window.phase} aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            <span className={css.words}>{window.text}</span>
          </dd>
        </div>
      )}
      {order.process_status === 'ChargeBack' && (
        <div>
          <VisuallyHidden component="dt">ChargeBack</VisuallyHidden>
          <dd>
            <DisputeStatus dispute={order} today={today} />
          </dd>
        </div>
      )}
    </dl>
  )
}
