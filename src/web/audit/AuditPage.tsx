import { Button } from '@mantine/core'
import { useState } from 'react'
import { listAuditEvents, type AuditEvent } from '#contract/audit.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { orMissingText } from '#contract/rules/missing-text.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { actionLabel, auditSummary } from './audit-labels.ts'
import css from './AuditPage.module.css'

const pageSize = 50

const columns: readonly ListColumn<AuditEvent>[] = [
  { header: 'What', render: actionLabel, noWrap: true },
  { header: 'By', render: ({ by }) => <bdi>{by}</bdi> },
  { header: 'When', render: ({ at }) => estTimestamp(at), noWrap: true },
  { header: 'Details', render: (event) => <bdi>{orMissingText(auditSummary(event))}</bdi> },
]

/** `/admin/audit`, for Admins: who changed the team, the gateway, a password or an intake key. */
export function AuditPage() {
  const [start, setStart] = useState<{ after?: number; before?: number }>({})
  const { data, error, isFetching, refetch } = useRead(
    listAuditEvents,
    { query: { ...start, limit: pageSize } },
    { showsFailureInline: true },
  )
  const count = data?.count
  const [first, last] = [data?.data.at(0), data?.data.at(-1)]

  return (
    <>
      <PageHeading
        count={count === undefined ? undefined : `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}`}
        onRefresh={() => void refetch()}
        isRefreshing={isFetching}
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
            subject={
              error
                ? {
                    subject: 'The audit',
                    message: error.message,
                    requestId: error.requestId,
                    onRetry: () => void refetch(),
                  }
                : undefined
            }
          />
          {(data?.hasPrevious || data?.hasNext) && (
            <div className={css.pages}>
              <Button disabled={!data.hasPrevious} onClick={() => first && setStart({ before: first.id })}>
                Newer
              </Button>
              <Button disabled={!data.hasNext} onClick={() => last && setStart({ after: last.id })}>
                Older
              </Button>
            </div>
          )}
        </Card>
      </div>
    </>
  )
}
