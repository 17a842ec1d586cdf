import { Link } from 'wouter'
import css from './OrderMissing.module.css'

/** Nobody has an order of this id. */
export function OrderMissing({ given }: { given: string }) {
  return (
    <div className={css.missing}>
      <h1 className={css.heading}>
        No order <bdi>{given}</bdi>
      </h1>
      <p className={css.text}>Check the order ID, or search for the customer in a queue.</p>
      <Link href="/admin">Go to New Orders</Link>
    </div>
  )
}
