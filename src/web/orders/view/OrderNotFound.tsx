import { Link } from 'wouter'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './view.module.css'

export function OrderNotFound({ orderId }: { orderId: string }) {
  return (
    <div className={`stack gap-8 ${css.page} ${css.missing}`}>
      <h1 className={css.heading}>
        No order <ExternalText>{orderId}</ExternalText>
      </h1>
      <p className="muted">Check the order ID, or search for the customer in a queue.</p>
      <Link href={staffScreens.dashboard.path}>Go to New Orders</Link>
    </div>
  )
}
