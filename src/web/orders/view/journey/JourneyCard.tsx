import { Link } from 'wouter'
import type { HouseholdOrder } from '#contract/household.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import { sameList } from '#web/lib/back-target.ts'
import { PromiseLabel } from '../../PromiseLabel.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { StepButton } from '#web/ui/StepButton.tsx'
import { isWaiting, journeyOf } from './journey.ts'
import css from './journey.module.css'
import type { JourneySteps } from './use-journey.ts'

interface JourneyCardProps {
  order: OrderDetails
  steps: JourneySteps
}

/** The orders of one journey with status and promise, the current one marked (product §12, Household). */
export function JourneyCard({ order, steps }: JourneyCardProps) {
  const orders = journeyOf(order)
  const waiting = orders.filter(isWaiting).length
  return (
    <Card
      title="Journey"
      id="journey"
      count={`${orders.length} orders, ${waiting} waiting`}
      end={
        <span className="flex gap-2">
          <StepButton
            action="previousOfJourney"
            label="Previous order of the journey"
            onClick={steps.previousOfJourney}
          />
          <StepButton
            action="nextOfJourney"
            label="Next order of the journey"
            onClick={steps.nextOfJourney}
          />
        </span>
      }
    >
      <ul className={css.orders} aria-label="Orders of the journey">
        {orders.map((one) => (
          <JourneyRow key={one.order_id} order={one} isCurrent={one.order_id === order.order_id} />
        ))}
      </ul>
    </Card>
  )
}

function JourneyRow({ order, isCurrent }: { order: HouseholdOrder; isCurrent: boolean }) {
  const status = statusLabels[order.process_status]
  return (
    <li className={`stack small tight ruled ${css.order}`} aria-current={isCurrent || undefined}>
      <Link href={viewOrderPath(order.order_id)} replace state={sameList()} className={css.link}>
        {order.order_id}
      </Link>
      <span className={`truncate ${css.name}`} title={order.name}>
        <ExternalText>{order.name || '-'}</ExternalText>
      </span>
      <span className={css.status}>
        <StatusLabel appearance={status.appearance}>{status.label}</StatusLabel>
      </span>
      <span className={`faint tiny ${css.promise}`}>
        <PromiseLabel order={order} />
      </span>
    </li>
  )
}
