import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import places from './CaseFile.module.css'
import head from './head/OrderHead.module.css'
import css from './OrderSkeleton.module.css'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The case file before its order is there: the same places, grey. */
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
          <Lines count={5} />
          <Skeleton width={210} height={34} />
        </div>
      </div>
      <div className={places.columns}>
        <div>
          <GreyCard title="Order Information" lines={6} />
          <GreyCard title="Family Information" lines={2} />
          <GreyCard title="Importing Goods" lines={8} />
        </div>
        <div>
          <GreyCard title="Upload Document" lines={7} />
          <GreyCard title="Add Comment Below" lines={6} />
          <GreyCard title="Comment History" lines={3} />
        </div>
      </div>
    </div>
  )
}

function GreyCard({ title, lines }: { title: string; lines: number }) {
  return (
    <Card title={title}>
      <div className={css.rows}>
        <Lines count={lines} />
      </div>
    </Card>
  )
}

const Lines = ({ count }: { count: number }) => (
  <div className={css.lines}>
    {numbers(count).map((line) => (
      <Skeleton key={line} width={`${88 - ((line * 17) % 40)}%`} />
    ))}
  </div>
)
