import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import { filingPath } from '#contract/rules/staff-addresses.ts'
import { ShownNumbersProvider } from '#web/identity-numbers/ShownNumbersProvider.tsx'
import { OrderNotFound } from '#web/orders/view/OrderNotFound.tsx'
import { orderQuery } from '#web/orders/view/order-query.ts'
import { useListPlace } from '#web/orders/view/use-list-place.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { FilingSheet } from './FilingSheet.tsx'
import css from './filing.module.css'
import { failureProps } from '#web/lib/failure-props.ts'

/** `/admin/filing/{orderId}`: the values for the official form, ready to copy; fits a narrow window beside it. */
export function FilingPage() {
  const { orderId: given } = useParams<{ orderId: string }>()
  const orderId = decodeOrderId(given)
  if (orderId === null) return <OrderNotFound orderId={given} />
  return <LoadedSheet key={orderId} orderId={orderId} />
}

function LoadedSheet({ orderId }: { orderId: string }) {
  const { data, error, refetch } = useQuery(orderQuery(orderId))
  const place = useListPlace(Number(orderId), filingPath)
  if (data && data.orderDetails.erased_at === null)
    return (
      <ShownNumbersProvider order={data.orderDetails}>
        {(order) => <FilingSheet order={order} place={place} />}
      </ShownNumbersProvider>
    )
  if (data || error?.httpStatus === 404) return <OrderNotFound orderId={orderId} />
  if (error) return <EmptyState kind="failure" subject="The order" {...failureProps(error, refetch)} />
  return (
    <div className={css.sheet} aria-busy="true">
      <div className={css.head}>
        <h1 className={`row gap-8 truncate strong ${css.heading}`}>{orderId}</h1>
      </div>
      <div className={`rigid ${css.current}`}>
        <Skeleton width="40%" />
        <Skeleton width="70%" height={32} />
      </div>
    </div>
  )
}
