import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { mostHistoryRows, usualHistoryRows } from '#contract/order-details.ts'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import { ShownNumbersProvider } from '#web/identity-numbers/ShownNumbersProvider.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { CaseFile } from './CaseFile.tsx'
import { ErasedOrder } from './ErasedOrder.tsx'
import { OrderNotFound } from './OrderNotFound.tsx'
import { orderQuery } from './order-query.ts'
import { OrderSkeleton } from './OrderSkeleton.tsx'
import { useListPlace } from './use-list-place.ts'
import css from './view.module.css'

/** /admin/view-order/{orderId}: the id is encoded or plain (product §5). */
export function OrderView() {
  const { orderId: orderIdParam } = useParams<{ orderId: string }>()
  const orderId = decodeOrderId(orderIdParam)
  if (orderId === null) return <OrderNotFound orderId={orderIdParam} />
  return <LoadedOrder key={orderId} orderId={orderId} />
}

function LoadedOrder({ orderId }: { orderId: string }) {
  const [historyRows, setHistoryRows] = useState<number>()
  const { data, dataUpdatedAt, isPlaceholderData, error, refetch } = useQuery({
    ...orderQuery(orderId, historyRows),
    // The page stays while more of its histories comes.
    placeholderData: keepPreviousData,
  })
  // Its keys lead on while the order loads.
  const place = useListPlace(Number(orderId))
  const erasedAt = data?.orderDetails.erased_at
  if (data && erasedAt) return <ErasedOrder order={data.orderDetails} erasedAt={erasedAt} />
  if (data)
    return (
      <ShownNumbersProvider order={data.orderDetails}>
        {(order) => (
          <CaseFile
            order={order}
            place={place}
            loadedAt={dataUpdatedAt}
            older={{
              isLoading: isPlaceholderData,
              show: () => setHistoryRows(Math.min((historyRows ?? usualHistoryRows) * 5, mostHistoryRows)),
            }}
          />
        )}
      </ShownNumbersProvider>
    )
  if (!error) return <OrderSkeleton orderId={orderId} />
  if (error.httpStatus === 404) return <OrderNotFound orderId={orderId} />
  return (
    <div className={css.page}>
      <h1 className={css.heading}>{orderId}</h1>
      <EmptyState
        kind="failure"
        subject="The order"
        message={error.message}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      />
    </div>
  )
}
