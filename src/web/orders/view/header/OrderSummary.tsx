import { VisuallyHidden } from '@mantine/core'
import type { OrderDetails } from '#contract/order-details.ts'
import { DisputeStatus } from '#web/disputes/DisputeStatus.tsx'
import { daysUntil, displayDate } from '#contract/rules/dates.ts'
import { PromiseLabel } from '../../PromiseLabel.tsx'
import css from './header.module.css'

interface OrderSummaryProps {
  order: OrderDetails
  /** Jakarta date, `YYYY-MM-DD`. */
  today: string
}

/** What determines an order's urgency: promise, submission window and, for a chargeback, the due date of the answer. */
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
            <DisputeStatus dispute={order} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Today relative to the days on which the customs office accepts the declaration. */
type WindowPhase = 'before' | 'open' | 'over'

interface SubmissionWindow {
  phase: WindowPhase
  text: string
  days: string
}

const openText = (daysToTravel: number) =>
  daysToTravel === 0 ? 'open, travels today' : `open, travels in ${daysToTravel} d`

/**
 * The submission window, from its opening day to the day of travel (product §2); null without a travel date. Dates are
 * `YYYY-MM-DD`; `today` is Jakarta's.
 */
export function submissionWindow(
  opensOn: string | null,
  travelDate: string | null,
  today: string,
): SubmissionWindow | null {
  if (!opensOn || !travelDate) return null
  const days = `Open from ${displayDate(opensOn)} to ${displayDate(travelDate)}, the day of travel`
  if (opensOn > today) return { phase: 'before', text: `opens ${displayDate(opensOn)}`, days }
  const daysToTravel = daysUntil(travelDate, today)
  return daysToTravel < 0
    ? { phase: 'over', text: `closed after ${displayDate(travelDate)}`, days }
    : { phase: 'open', text: openText(daysToTravel), days }
}
