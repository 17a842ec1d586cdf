import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'wouter'
import {
  cancelBulkRun,
  listBulkRunOrders,
  readBulkRun,
  undoBulkRun,
  type BulkRun,
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
import { RunOrders } from './RunOrders.tsx'
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

/** `/admin/bulk-run/:runId`, for everybody: how far a change of many orders is, and what became of which order. */
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
