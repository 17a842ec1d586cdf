import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import places from './CaseFile.module.css'
import head from './header/OrderHeader.module.css'
import css from './OrderSkeleton.module.css'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The skeleton of the case file while the order loads. */
export function OrderSkeleton({ orderId }: { orderId: string }) {
  return (
    <div aria-busy="true">
      <div className={head.head}>
        <div className={head.title}>
          <h1 className={head.heading}>
            {orderId} <Skeleton width={180} height={18} />
          </h1>
        </div>
        <div className={css.papers}>
          <Skeleton width={140} />
          <Skeleton width={170} />
        </div>
      </div>
      <div className={places.sticky}>
        <div className={`${places.bar} ${css.bar}`}>
          <SkeletonLines count={5} />
          <Skeleton width={210} height={34} />
        </div>
      </div>
      <div className={places.columns}>
        <div>
          <SkeletonCard title="Order Information" lines={6} />
          <SkeletonCard title="Family Information" lines={2} />
          <SkeletonCard title="Importing Goods" lines={8} />
        </div>
        <div>
          <SkeletonCard title="Upload Document" lines={7} />
          <SkeletonCard title="Add Comment Below" lines={6} />
          <SkeletonCard title="Comment History" lines={3} />
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
