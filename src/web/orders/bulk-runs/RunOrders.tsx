import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { listBulkRunOrders, type BulkRun, type BulkRunOutcome } from '#contract/bulk-runs.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { call, type CallResponse } from '#web/lib/client.ts'
import { endpointKey } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/Card.tsx'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { unreachedCount } from './run-texts.ts'
import css from './bulk-runs.module.css'

const pageSize = 100

interface RunOrder {
  orderId: number
  reason: string | null
}

const orderLink = ({ orderId }: RunOrder) => (
  <Link href={viewOrderPath(orderId)} className={css.order}>
    {orderId}
  </Link>
)

const columns: readonly ListColumn<RunOrder>[] = [
  { header: 'Order', noWrap: true, render: orderLink },
  { header: 'Why', render: ({ reason }) => reason },
]

interface Section {
  outcome: BulkRunOutcome
  title: string
  hasReasons: boolean
  countOf: (run: BulkRun) => number
}

/** What somebody has to look at first. */
const sections: readonly Section[] = [
  { outcome: 'refused', title: 'Skipped', hasReasons: true, countOf: ({ refused }) => refused },
  { outcome: 'kept', title: 'Not put back', hasReasons: true, countOf: ({ kept }) => kept },
  {
    outcome: 'waiting',
    title: 'Not reached',
    hasReasons: false,
    countOf: (run) => (run.state === 'running' ? 0 : unreachedCount(run)),
  },
  { outcome: 'changed', title: 'Changed', hasReasons: false, countOf: ({ changed }) => changed },
]

/** What became of which order, in a list for each outcome that there is. */
export const RunOrders = ({ run }: { run: BulkRun }) =>
  sections
    .filter(({ countOf }) => countOf(run) > 0)
    .map((section) => (
      <OutcomeCard key={section.outcome} runId={run.id} section={section} count={section.countOf(run)} />
    ))

function OutcomeCard({ runId, section, count }: { runId: string; section: Section; count: number }) {
  const { outcome, title, hasReasons } = section
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery<
    CallResponse<typeof listBulkRunOrders>,
    CallError,
    { pages: CallResponse<typeof listBulkRunOrders>[] },
    unknown[],
    number | null
  >({
    // Lists of a run under way grow with it.
    queryKey: [...endpointKey(listBulkRunOrders), runId, outcome, count],
    initialPageParam: null,
    queryFn: ({ pageParam: after, signal }) =>
      call(
        listBulkRunOrders,
        { params: { runId }, query: { outcome, limit: pageSize, ...(after !== null && { after }) } },
        { signal },
      ),
    getNextPageParam: ({ data: orders, hasMore }) => (hasMore ? orders.at(-1)?.orderId : null),
    placeholderData: (previous) => previous,
    meta: { showsFailureInline: true },
  })
  const orders = data?.pages.flatMap((page) => page.data)
  return (
    <Card title={title} count={count}>
      {orders && !hasReasons ? (
        <ul className={`stack small ${css.ids}`} aria-label={title}>
          {orders.map((order) => (
            <li key={order.orderId}>{orderLink(order)}</li>
          ))}
        </ul>
      ) : (
        <ListTable
          label={title}
          columns={columns}
          rows={orders}
          rowKey={({ orderId }) => orderId}
          subject={
            error
              ? {
                  subject: 'The orders',
                  message: error.message,
                  requestId: error.requestId,
                  onRetry: () => void refetch(),
                }
              : undefined
          }
        />
      )}
      {hasNextPage && (
        <Button className={css.more} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </Card>
  )
}
