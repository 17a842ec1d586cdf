import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import columns from './CaseFile.module.css'
import head from './OrderHead.module.css'
import css from './OrderSkeleton.module.css'

const bars = (count: number) => Array.from({ length: count }, (_, index) => index)

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
        <div className={css.strip}>
          {bars(5).map((bar) => (
            <Skeleton key={bar} width={92} />
          ))}
        </div>
      </div>
      <div className={`${columns.moves} ${css.moves}`}>
        <Skeleton width={180} height={40} />
      </div>
      <div className={columns.columns}>
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
      {bars(lines).map((line) => (
        <div key={line} className={css.line}>
          <Skeleton width={`${88 - ((line * 17) % 40)}%`} />
        </div>
      ))}
    </Card>
  )
}
