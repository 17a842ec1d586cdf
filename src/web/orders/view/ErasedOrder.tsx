import { Link } from 'wouter'
import type { OrderDetails } from '#contract/order-details.ts'
import { displayDate, estDate, estTimestamp } from '#contract/rules/dates.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import css from './view.module.css'

/** What is left of an order whose customer's data are erased. */
export function ErasedOrder({ order, erasedAt }: { order: OrderDetails; erasedAt: string }) {
  return (
    <div className={`stack gap-8 ${css.page} ${css.missing}`}>
      <h1 className={css.heading}>{order.order_id}</h1>
      <p className="muted">
        Erased on {displayDate(estDate(new Date(erasedAt)))}. {statusLabels[order.process_status].label},
        ordered {estTimestamp(order.created_at)} at {order.landing_domain}; nothing is kept of its customer.
      </p>
      <Link href={staffScreens.dashboard.path}>Go to New Orders</Link>
    </div>
  )
}
