import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, Link } from 'wouter'
import { mostHistoryRows, usualHistoryRows, type OrderDetails } from '#contract/order-details.ts'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import { ShownNumbersProvider } from '#web/identity-numbers/ShownNumbersProvider.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { displayDate, estDate, estTimestamp } from '#contract/rules/dates.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CaseFile } from './CaseFile.tsx'
import { OrderNotFound } from './OrderNotFound.tsx'
import { orderQuery } from './order-query.ts'
import { useListPlace } from './use-list-place.ts'
import css from './view.module.css'
import title from './header/header.module.css'

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
    // Keeps the page while more of the histories loads.
    placeholderData: keepPreviousData,
  })
  // Called here, so that its shortcuts work while the order loads.
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

/** What remains of an order after the erasure of its customer's data. */
function ErasedOrder({ order, erasedAt }: { order: OrderDetails; erasedAt: string }) {
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

function OrderSkeleton({ orderId }: { orderId: string }) {
  return (
    <div aria-busy="true">
      <div className={css.sticky}>
        <div className={`row gap-12 ${css.first}`}>
          <div className={`shrinkable ${css.title}`}>
            <div className={`row gap-12 shrinkable ${title.title}`}>
              <h1 className={`flex gap-10 shrinkable nowrap strong ${title.heading}`}>
                {orderId} <Skeleton width={180} height={18} />
              </h1>
            </div>
          </div>
          <div className={`row gap-12 ${css.rest}`}>
            <div className={`row gap-12 rigid ${css.summary} ${css.waitingSummary}`}>
              <Skeleton width={180} />
            </div>
          </div>
        </div>
        <div className={`${css.moves} ${css.waitingMoves}`}>
          <Skeleton width={420} />
        </div>
      </div>
      <div className={css.columns}>
        <div>
          <div className={`stack gap-8 ${css.acts}`}>
            <Skeleton width={180} height={32} />
            <Skeleton width={110} height={28} />
          </div>
          <SkeletonCard title="Arrival" lines={12} />
          <SkeletonCard title="Order Information" lines={6} />
          <SkeletonCard title="Family Information" lines={2} />
          <SkeletonCard title="Importing Goods" lines={8} />
        </div>
        <div>
          <SkeletonCard title="Upload Document" lines={7} />
          <SkeletonCard title="Add Comment Below" lines={6} />
          <SkeletonCard title="Time line" lines={4} />
        </div>
      </div>
    </div>
  )
}

function SkeletonCard({ title, lines }: { title: string; lines: number }) {
  return (
    <Card title={title}>
      <div className={css.rows}>
        <div className={css.lines}>
          {Array.from({ length: lines }, (_, line) => (
            <Skeleton key={line} width={`${88 - ((line * 17) % 40)}%`} />
          ))}
        </div>
      </div>
    </Card>
  )
}
