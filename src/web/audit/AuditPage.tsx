import { Button } from '@mantine/core'
import { useState } from 'react'
import { listAudit, type AuditEvent } from '#contract/audit.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { orMissing } from '#contract/rules/missing.ts'
import { useRead } from '#web/lib/hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatCount } from '#web/ui/count.ts'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { actionWords, auditWords } from './audit-labels.ts'
import css from './AuditPage.module.css'

const pageSize = 50

const columns: readonly ListColumn<AuditEvent>[] = [
  { head: 'What', render: actionWords, tight: true },
  { head: 'By', render: ({ by }) => <bdi>{by ?? 'Command line'}</bdi> },
  { head: 'When', render: ({ at }) => `${estDateTime(at)} EST`, tight: true },
  { head: 'Details', render: (event) => <bdi>{orMissing(auditWords(event))}</bdi> },
]

/** `/admin/audit`, for Admins: who changed the team, the gateway, a password or an intake key. */
export function AuditPage() {
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useRead(
    listAudit,
    { query: { page, limit: pageSize } },
    { onPage: true },
  )
  const count = data?.count
  const hasOlder = count !== undefined && page * pageSize < count

  return (
    <>
      <PageHeading
        count={count === undefined ? undefined : `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}`}
        onRefresh={() => void refetch()}
        refreshing={isFetching}
      >
        Audit
      </PageHeading>
      <div className={css.page}>
        <Card title="What was changed">
          <ListTable
            label="Audit"
            columns={columns}
            rows={data?.data}
            rowKey={({ id }) => id}
            failure={
              error
                ? {
                    what: 'The audit',
                    message: error.message,
                    requestId: error.requestId,
                    onRetry: () => void refetch(),
                  }
                : undefined
            }
          />
          {(page > 1 || hasOlder) && (
            <div className={css.pages}>
              <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                Newer
              </Button>
              <Button disabled={!hasOlder} onClick={() => setPage(page + 1)}>
                Older
              </Button>
            </div>
          )}
        </Card>
      </div>
    </>
  )
}
