import { VisuallyHidden } from '@mantine/core'
import { Tile, Tiles } from '#web/ui/Tile.tsx'
import { useFolderCounts } from './use-folder-counts.ts'
import { OrderQueue } from './queue/OrderQueue.tsx'
import { dashboardQueues, queueScreens } from './queue/queue-screens.ts'

/** /admin: the five tiles, and under them the New Orders table (product §9). */
export function DashboardPage() {
  const countOf = useFolderCounts()
  return (
    <>
      <VisuallyHidden component="h1">Dashboard</VisuallyHidden>
      <Tiles label="Desk">
        {dashboardQueues.map((queue) => (
          <Tile
            key={queue}
            href={queueScreens[queue].path}
            label={queueScreens[queue].heading}
            count={countOf(queue)}
            isCurrent={queue === 'newOrder'}
          />
        ))}
      </Tiles>
      <OrderQueue queue="newOrder" level={2} />
    </>
  )
}
