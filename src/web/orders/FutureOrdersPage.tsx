import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { futureMonthCounts } from '#contract/orders.ts'
import { monthNames } from '#contract/rules/dates.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { queues } from '#contract/rules/queues.ts'
import { refresh, useRead } from '#web/lib/endpoint-hooks.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { Tile, Tiles } from '#web/ui/Tile.tsx'
import { defaultListView, formatListView } from './queue/list/list-view.ts'
import { OrderQueue } from './queue/OrderQueue.tsx'
import { useListView } from './queue/list/use-list-view.ts'

const { path, heading } = queues.futureOrder

/** Future orders: twelve months with their counts; a month shows its orders (spec §2, Future orders). */
export function FutureOrdersPage() {
  const { view } = useListView()
  const [, navigate] = useLocation()
  if (view.month === null) return <MonthTiles />
  return (
    <OrderQueue
      queue="futureOrder"
      heading={`${heading} – ${monthNames[view.month - 1]}`}
      start={
        <Button leftSection={<Icon name="left" />} onClick={() => navigate(path)}>
          Back
        </Button>
      }
    />
  )
}

function MonthTiles() {
  const client = useQueryClient()
  const { data, error, isFetching } = useRead(futureMonthCounts, {}, { showsFailureInline: true })
  const handleRefresh = () => void refresh(client, orderReadEndpoints)
  return (
    <>
      <PageHeading onRefresh={handleRefresh} isRefreshing={isFetching}>
        {heading}
      </PageHeading>
      {error && !data ? (
        <EmptyState
          kind="failure"
          subject="The counts"
          message={error.message}
          requestId={error.requestId}
          onRetry={handleRefresh}
        />
      ) : (
        <Tiles label="Months" layout="months">
          {monthNames.map((name, index) => (
            <Tile
              key={name}
              href={path + formatListView({ ...defaultListView, month: index + 1 })}
              label={name}
              count={data?.data.find(({ month }) => month === index + 1)?.count}
            />
          ))}
        </Tiles>
      )}
    </>
  )
}
