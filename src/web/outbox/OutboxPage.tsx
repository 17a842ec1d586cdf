import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { listOutbox, type outboxMail } from '#contract/outbox.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { orMissingText } from '#contract/rules/missing-text.ts'
import { readOptions, refresh } from '#web/lib/endpoint-hooks.ts'
import { useBlocks } from '#web/lib/use-blocks.ts'
import { MailState } from '#web/messages/MailState.tsx'
import { CompactEntry } from '#web/ui/CompactEntry.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { MailDialog } from './MailDialog.tsx'
import css from './OutboxPage.module.css'

type OutboxMail = z.infer<typeof outboxMail>

const blockSize = 100
const initialRowCount = 10

const columns: readonly Column<OutboxMail>[] = [
  { key: 'subject', header: 'Subject', width: 320, render: (mail) => <bdi>{mail.subject}</bdi> },
  { key: 'to', header: 'To', width: 220, render: (mail) => <bdi>{mail.to}</bdi> },
  {
    key: 'order',
    header: 'Order ID',
    width: 110,
    render: (mail) => orMissingText(mail.order_id?.toString()),
  },
  { key: 'kind', header: 'Kind', width: 140, render: (mail) => mail.kind },
  { key: 'provider', header: 'Provider', width: 110, render: (mail) => mail.provider },
  { key: 'state', header: 'State', width: 110, render: (mail) => <MailState state={mail.state} /> },
  { key: 'created', header: 'Created', width: 190, render: (mail) => `${estDateTime(mail.created_at)} EST` },
]

/** The mails of the local outbox, for Admins (product §7). */
export function OutboxPage() {
  const client = useQueryClient()
  const [openedMail, setOpenedMail] = useState<OutboxMail>()
  const blocks = useBlocks(blockSize, (index) =>
    readOptions(listOutbox, { query: { page: index + 1, limit: blockSize } }, { showsFailureInline: true }),
  )
  const count = blocks.anyBlock?.count
  const refreshMails = () => void refresh(client, [listOutbox])

  return (
    <>
      <div className={css.heading}>
        <PageHeading
          count={count === undefined ? undefined : `${formatCount(count)} ${count === 1 ? 'mail' : 'mails'}`}
          onRefresh={refreshMails}
          isRefreshing={blocks.isFetching}
        >
          Outbox
        </PageHeading>
      </div>
      <DataTable
        label="Outbox"
        columns={columns}
        rowCount={blocks.failure ? 0 : (count ?? initialRowCount)}
        rowAt={(index) => blocks.blockAt(index)?.data[index % blockSize]}
        rowKey={(mail) => mail.id}
        rowLabel={(mail) => `mail ${mail.subject}`}
        onRangeChange={blocks.onRangeChange}
        view={viewButton(setOpenedMail)}
        actionsWidth={viewWidth}
        onOpen={setOpenedMail}
        renderCompact={(mail) => (
          <CompactEntry
            title={<bdi>{mail.subject}</bdi>}
            secondLine={<bdi>{mail.to}</bdi>}
            thirdLine={
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
              subject="The mails"
              message={blocks.failure.message}
              requestId={blocks.failure.requestId}
              onRetry={refreshMails}
            />
          ) : (
            <EmptyState kind="list" />
          )
        }
        busy={blocks.isFetching}
      />
      <MailDialog mailId={openedMail?.id} onClose={() => setOpenedMail(undefined)} />
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
