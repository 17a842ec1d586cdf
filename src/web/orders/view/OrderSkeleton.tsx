import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from './view.module.css'
import title from './header/header.module.css'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The skeleton of the case file while the order loads. */
export function OrderSkeleton({ orderId }: { orderId: string }) {
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
          <div className={`row gap-12 rigid ${css.summary} ${css.waitingSummary}`}>
            <Skeleton width={180} />
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
        <SkeletonLines count={lines} />
      </div>
    </Card>
  )
}

const SkeletonLines = ({ count }: { count: number }) => (
  <div className={css.lines}>
    {range(count).map((line) => (
      <Skeleton key={line} width={`${88 - ((line * 17) % 40)}%`} />
    ))}
  </div>
)
