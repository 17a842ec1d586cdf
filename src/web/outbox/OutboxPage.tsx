import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { listOutbox, type outboxMail } from '#contract/outbox.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { orMissing } from '#contract/rules/missing.ts'
import { readOptions, refresh } from '#web/lib/hooks.ts'
import { useBlocks } from '#web/lib/use-blocks.ts'
import { MailState } from '#web/messages/MailState.tsx'
import { CompactEntry } from '#web/ui/CompactEntry.tsx'
import { formatCount } from '#web/ui/count.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { MailDialog } from './MailDialog.tsx'
import css from './OutboxPage.module.css'

type OutboxMail = z.infer<typeof outboxMail>

const blockSize = 100
const rowsAtFirst = 10

const columns: readonly Column<OutboxMail>[] = [
  { key: 'subject', head: 'Subject', width: 320, render: (mail) => <bdi>{mail.subject}</bdi> },
  { key: 'to', head: 'To', width: 220, render: (mail) => <bdi>{mail.to}</bdi> },
  { key: 'order', head: 'Order ID', width: 110, render: (mail) => orMissing(mail.order_id?.toString()) },
  { key: 'kind', head: 'Kind', width: 140, render: (mail) => mail.kind },
  { key: 'provider', head: 'Provider', width: 110, render: (mail) => mail.provider },
  { key: 'state', head: 'State', width: 110, render: (mail) => <MailState state={mail.state} /> },
  { key: 'created', head: 'Created', width: 190, render: (mail) => `${estDateTime(mail.created_at)} EST` },
]

/** The mails of the local outbox, for Admins (product §7). */
export function OutboxPage() {
  const client = useQueryClient()
  const [opened, setOpened] = useState<OutboxMail>()
  const blocks = useBlocks(blockSize, (index) =>
    readOptions(listOutbox, { query: { page: index + 1, limit: blockSize } }, { onPage: true }),
  )
  const count = blocks.some?.count
  const fetchAgain = () => void refresh(client, [listOutbox])

  return (
    <>
      <div className={css.heading}>
        <PageHeading
          count={count === undefined ? undefined : `${formatCount(count)} ${count === 1 ? 'mail' : 'mails'}`}
          onRefresh={fetchAgain}
          refreshing={blocks.fetching}
        >
          Outbox
        </PageHeading>
      </div>
      <DataTable
        label="Outbox"
        columns={columns}
        rowCount={blocks.failure ? 0 : (count ?? rowsAtFirst)}
        rowAt={(index) => blocks.blockOf(index)?.data[index % blockSize]}
        rowKey={(mail) => mail.id}
        rowLabel={(mail) => `mail ${mail.subject}`}
        onRange={blocks.onRange}
        view={viewButton(setOpened)}
        actionsWidth={viewWidth}
        onOpen={setOpened}
        renderCompact={(mail) => (
          <CompactEntry
            title={<bdi>{mail.subject}</bdi>}
            second={<bdi>{mail.to}</bdi>}
            third={
              <>
                <MailState state={mail.state} /> {estDateTime(mail.created_at)} EST
              </>
            }
          />
        )}
        empty={
          blocks.failure ? (
            <EmptyState
              kind="failure"
              what="The mails"
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
      <MailDialog mailId={opened?.id} onClose={() => setOpened(undefined)} />
    </>
  )
}

/** px */
const viewWidth = 84
const viewButton = (open: (mail: OutboxMail) => void) => (mail: OutboxMail) => (
  <Button size="xs" aria-label={`View mail ${mail.subject}`} onClick={() => open(mail)}>
    View
  </Button>
)
