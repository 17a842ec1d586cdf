import { useQueryClient } from '@tanstack/react-query'
import { listAudit, type AuditEvent } from '#contract/audit.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { orMissing } from '#contract/rules/missing.ts'
import { readOptions, refresh } from '#web/lib/hooks.ts'
import { useBlocks } from '#web/lib/use-blocks.ts'
import { CompactEntry } from '#web/ui/CompactEntry.tsx'
import { formatCount } from '#web/ui/count.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { actionWords, auditWords } from './audit-words.ts'

const blockSize = 100
const rowsAtFirst = 10

const time = ({ at }: AuditEvent) => `${estDateTime(at)} EST`
const who = ({ by }: AuditEvent) => <bdi>{by ?? 'Command line'}</bdi>

const columns: readonly Column<AuditEvent>[] = [
  { key: 'action', head: 'What', width: 190, render: actionWords },
  { key: 'by', head: 'By', width: 200, render: who },
  { key: 'at', head: 'When', width: 200, render: time },
  {
    key: 'details',
    head: 'Details',
    width: 420,
    render: (event) => <bdi>{orMissing(auditWords(event))}</bdi>,
  },
]

/** `/admin/audit`, for Admins: who changed the team, the gateway, a password or an intake key. */
export function AuditPage() {
  const client = useQueryClient()
  const blocks = useBlocks(blockSize, (index) =>
    readOptions(listAudit, { query: { page: index + 1, limit: blockSize } }, { onPage: true }),
  )
  const count = blocks.some?.count
  const fetchAgain = () => void refresh(client, [listAudit])

  return (
    <>
      <PageHeading
        count={count === undefined ? undefined : `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}`}
        onRefresh={fetchAgain}
        refreshing={blocks.fetching}
      >
        Audit
      </PageHeading>
      <DataTable
        label="Audit"
        columns={columns}
        rowCount={blocks.failure ? 0 : (count ?? rowsAtFirst)}
        rowAt={(index) => blocks.blockOf(index)?.data[index % blockSize]}
        rowKey={({ id }) => id}
        rowLabel={(event) => actionWords(event)}
        onRange={blocks.onRange}
        renderCompact={(event) => (
          <CompactEntry
            title={actionWords(event)}
            second={<bdi>{orMissing(auditWords(event))}</bdi>}
            third={
              <>
                {who(event)}, {time(event)}
              </>
            }
          />
        )}
        empty={
          blocks.failure ? (
            <EmptyState
              kind="failure"
              what="The audit"
              message={blocks.failure.message}
              requestId={blocks.failure.requestId}
              onRetry={fetchAgain}
            />
          ) : (
            <EmptyState kind="list" />
          )
        }
        busy={blocks.fetching}
      />
    </>
  )
}
