import { Link } from 'wouter'
import { GivenText } from '#web/ui/GivenText.tsx'
import css from './OrderView.module.css'

/** Nobody has an order of this id. */
export function OrderMissing({ given }: { given: string }) {
  return (
    <div className={`${css.page} ${css.missing}`}>
      <h1 className={css.heading}>
        No order <GivenText>{given}</GivenText>
      </h1>
      <p className={css.text}>Check the order ID, or search for the customer in a queue.</p>
      <Link href="/admin">Go to New Orders</Link>
    </div>
  )
}
