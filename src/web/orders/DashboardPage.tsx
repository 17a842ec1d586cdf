import { VisuallyHidden } from '@mantine/core'
import { queues } from '#contract/rules/queues.ts'
import { Tile, Tiles } from '#web/ui/Tile.tsx'
import { tileQueues } from '#web/orders/queue/queue-screens.ts'
import { useFolderCounts } from './use-folder-counts.ts'
import { OrderQueue } from './queue/OrderQueue.tsx'

/** /admin: the five tiles, and under them the New Orders table (product §9). */
export function DashboardPage() {
  const countOf = useFolderCounts()
  return (
    <>
      <VisuallyHidden component="h1">Dashboard</VisuallyHidden>
      <Tiles label="Desk">
        {tileQueues.map((queue) => (
          <Tile
            key={queue}
            href={queues[queue].path}
            label={queues[queue].heading}
            count={countOf(queue)}
            isCurrent={queue === 'newOrder'}
          />
        ))}
      </Tiles>
      <OrderQueue queue="newOrder" level={2} />
    </>
  )
}
