import { useParams } from 'wouter'
import { getOrder } from '#contract/order-details.ts'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import { useRead } from '#web/lib/hooks.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { CaseFile } from './CaseFile.tsx'
import { OrderMissing } from './OrderMissing.tsx'
import { OrderSkeleton } from './OrderSkeleton.tsx'
import css from './OrderView.module.css'

/** /admin/view-order/{orderId}: the id is encoded or plain (product §5). */
export function OrderView() {
  const { orderId: given } = useParams<{ orderId: string }>()
  const orderId = decodeOrderId(given)
  if (orderId === null) return <OrderMissing given={given} />
  return <LoadedOrder key={orderId} orderId={orderId} />
}

function LoadedOrder({ orderId }: { orderId: string }) {
  const { data, dataUpdatedAt, error, refetch } = useRead(getOrder, { params: { orderId } }, { onPage: true })
  if (data) return <CaseFile order={data.orderDetails} readAt={dataUpdatedAt} />
  if (!error) return <OrderSkeleton orderId={orderId} />
  if (error.http === 404) return <OrderMissing given={orderId} />
  return (
    <div className={css.page}>
      <h1 className={css.heading}>{orderId}</h1>
      <EmptyState
        kind="failure"
        what="The order"
        message={error.message}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      />
    </div>
  )
}
