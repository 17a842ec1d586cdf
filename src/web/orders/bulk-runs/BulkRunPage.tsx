import { Button } from '@mantine/core'
import { useQuery, useQueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from 'wouter'
import {
  cancelBulkRun,
  listBulkRunOrders,
  readBulkRun,
  undoBulkRun,
  type BulkRun,
  type BulkRunOutcome,
} from '#contract/bulk-runs.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { queues } from '#contract/rules/queues.ts'
import { readOptions, refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { usePageTitle } from '#web/sites/use-page-title.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { call, type CallResponse } from '#web/lib/client.ts'
import { endpointKey } from '#web/lib/query-client.ts'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import {
  changedText,
  isUnderWay,
  passProgress,
  progressText,
  runTexts,
  undoneText,
  unreachedCount,
} from './run-texts.ts'
import css from './bulk-runs.module.css'

/** ms */
const refetchMs = 1000

/** `/admin/bulk-run/:runId`, for all members: the progress of a bulk run and the outcome of each order. */
export function BulkRunPage() {
  const { runId } = useParams<{ runId: string }>()
  usePageTitle('Change of many orders')
  const { data, error, isFetching, refetch } = useQuery({
    ...readOptions(readBulkRun, { params: { runId } }, { showsFailureInline: true }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.data) ? refetchMs : false),
  })
  const run = data?.data
  return (
    <>
      <PageHeading
        count={run && `${formatCount(run.total)} of ${queues[run.folderName].heading}`}
        onRefresh={() => void refetch()}
        isRefreshing={isFetching}
      >
        {run ? runTexts(run.action).title : 'Change of many orders'}
      </PageHeading>
      <div className={css.page}>
        {!run && error && (
          <EmptyState
            kind="failure"
            subject="The change"
            message={error.message}
            requestId={error.requestId}
            onRetry={() => void refetch()}
          />
        )}
        {!run && !error && (
          <Card title="What was done">
            <Skeleton width="60%" height={64} />
          </Card>
        )}
        {run && (
          <>
            <RunCard run={run} />
            <RunOrders run={run} />
          </>
        )}
      </div>
    </>
  )
}

function RunCard({ run }: { run: BulkRun }) {
  const client = useQueryClient()
  const refreshes = [readBulkRun, listBulkRunOrders]
  const cancelCall = useCall(cancelBulkRun, { refreshes })
  const undoCall = useCall(undoBulkRun, { refreshes })
  const input = { params: { runId: run.id } }
  const handleCancel = async () => {
    await cancelCall.call(input)
    void refresh(client, orderReadEndpoints)
  }
  const { done, of } = passProgress(run)
  return (
    <Card title="What was done" count={`by ${run.by}, ${estTimestamp(run.startedAt)}`}>
      <div className={`stack gap-10 ${css.facts}`}>
        {isUnderWay(run) ? (
          <ProgressBar
            label={`${run.state === 'undoing' ? 'Undoing' : 'Done'}: ${progressText(run)}`}
            value={of > 0 ? done / of : undefined}
          />
        ) : (
          <p>{changedText(run)}</p>
        )}
        {run.stopReason !== null && (
          <p className="warning">
            {run.stopReason} {formatCount(unreachedCount(run))} were not reached.
          </p>
        )}
        {run.state === 'undone' && <p>{undoneText(run)}</p>}
        {run.undoStopReason !== null && <p className="warning">{run.undoStopReason}</p>}
        {run.isOwn && run.state === 'running' && (
          <Button loading={cancelCall.busy} onClick={() => void handleCancel()}>
            Cancel
          </Button>
        )}
        {run.undoUntil !== null && (
          <p className="row gap-12">
            <Button loading={undoCall.busy} onClick={() => void undoCall.call(input)}>
              Undo
            </Button>
            <span className="faint small">puts all of them back; until {estTimestamp(run.undoUntil)}</span>
          </p>
        )}
        <Link href={queues[run.folderName].path} className={css.back}>
          {queues[run.folderName].heading}
        </Link>
      </div>
    </Card>
  )
}

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

/** In order of attention needed. */
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

const RunOrders = ({ run }: { run: BulkRun }) =>
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
    // The lists grow while the run is under way.
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
