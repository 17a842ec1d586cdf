import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { listOutbox, type outboxMail, readOutboxMail } from '#contract/outbox.ts'
import { estDateTime, estTimestamp } from '#contract/rules/dates.ts'
import { answeringProvider } from '#contract/rules/mail-states.ts'
import { orMissingText } from '#contract/rules/missing-text.ts'
import { mailKindLabel } from '#web/documents/mail-labels.ts'
import { readOptions, refresh, useRead } from '#web/lib/endpoint-hooks.ts'
import { useBlocks } from '#web/lib/use-blocks.ts'
import { MailState } from '#web/messages/MailState.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { CompactEntry } from '#web/ui/CompactEntry.tsx'
import { listBlockSize, ListPage } from '#web/ui/ListPage.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { MailView } from '#web/ui/MailView.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'

type OutboxMail = z.infer<typeof outboxMail>

const columns: readonly Column<OutboxMail>[] = [
  {
    key: 'subject',
    header: 'Subject',
    width: 180,
    isFlexible: true,
    render: (mail) => <ExternalText title={mail.subject}>{mail.subject}</ExternalText>,
  },
  {
    key: 'to',
    header: 'To',
    width: 150,
    isFlexible: true,
    render: (mail) => <ExternalText>{mail.to}</ExternalText>,
  },
  {
    key: 'order',
    header: 'Order ID',
    width: 104,
    render: (mail) => orMissingText(mail.order_id?.toString()),
  },
  { key: 'kind', header: 'Kind', width: 138, render: mailKindLabel },
  {
    key: 'provider',
    header: 'Provider',
    width: 88,
    render: (mail) => orMissingText(answeringProvider(mail)),
  },
  { key: 'state', header: 'State', width: 136, render: (mail) => <MailState state={mail.state} /> },
  {
    key: 'created',
    header: 'Created',
    zone: 'EST',
    width: 96,
    render: (mail) => estDateTime(mail.created_at),
  },
]

const leftOutText = (count = 0) =>
  count === 0 ? undefined : `${formatCount(count)} incoming not received in 24 h: too many`

/** Mails of the local outbox, for Admins (product §7). */
export function OutboxPage() {
  const client = useQueryClient()
  const [openedMail, setOpenedMail] = useState<OutboxMail>()
  const blocks = useBlocks(listBlockSize, (index) =>
    readOptions(
      listOutbox,
      { query: { page: index + 1, limit: listBlockSize } },
      { showsFailureInline: true },
    ),
  )

  return (
    <>
      <ListPage
        heading="Outbox"
        noun={{ singular: 'mail', plural: 'mails' }}
        blocks={blocks}
        onRefresh={() => void refresh(client, [listOutbox])}
        note={leftOutText(blocks.anyBlock?.left_out)}
        table={{
          columns,
          rowKey: (mail) => mail.id,
          rowLabel: (mail) => `mail ${mail.subject}`,
          view: viewButton(setOpenedMail),
          actionsWidth: viewWidth,
          onOpen: setOpenedMail,
          renderCompact: (mail) => <CompactMail mail={mail} />,
        }}
      />
      <MailDialog mailId={openedMail?.id} onClose={() => setOpenedMail(undefined)} />
    </>
  )
}

const CompactMail = ({ mail }: { mail: OutboxMail }) => (
  <CompactEntry
    title={<ExternalText>{mail.subject}</ExternalText>}
    secondLine={<ExternalText>{mail.to}</ExternalText>}
    thirdLine={
      <>
        <MailState state={mail.state} /> {estTimestamp(mail.created_at)}
      </>
    }
  />
)

/** px */
const viewWidth = 84
const viewButton = (open: (mail: OutboxMail) => void) => (mail: OutboxMail) => (
  <Button size="xs" aria-label={`View mail ${mail.subject}`} onClick={() => open(mail)}>
    View
  </Button>
)

interface MailDialogProps {
  /** The dialog is closed if undefined. */
  mailId: string | undefined
  onClose: () => void
}

/** A mail as its recipient sees it, with secret links masked. */
const MailDialog = ({ mailId, onClose }: MailDialogProps) => (
  <Dialog title="Mail" size="wide" opened={mailId !== undefined} onClose={onClose}>
    {mailId !== undefined && <MailContent mailId={mailId} />}
  </Dialog>
)

function MailContent({ mailId }: { mailId: string }) {
  const read = useRead(readOutboxMail, { params: { mailId } }, { showsFailureInline: true })
  return <MailView read={read} />
}
