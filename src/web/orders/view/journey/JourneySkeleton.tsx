import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from './journey.module.css'

/** As high as the loaded card. */
export const JourneySkeleton = ({ orders }: { orders: number }) => (
  <Card title="Journey">
    {Array.from({ length: orders }, (_, index) => (
      <div key={index} className={css.row}>
        <Skeleton width="80%" />
      </div>
    ))}
  </Card>
)
