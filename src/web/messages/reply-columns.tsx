import type * as z from 'zod/mini'
import type { openMessage } from '#contract/messages.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { missingText, orMissingText } from '#contract/rules/missing-text.ts'
import { isStatus, statusLabels } from '#contract/rules/statuses.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import type { Column } from '#web/ui/table/table-types.ts'

export type OpenReply = z.infer<typeof openMessage>

/** A text of unknown direction, with the full text in its title where the cell truncates it. */
function truncatedText(text: string | null) {
  const displayText = orMissingText(text)
  return displayText === missingText ? missingText : <bdi title={displayText}>{displayText}</bdi>
}

export function ReplyStatus({ reply: { process_status: status } }: { reply: OpenReply }) {
  if (!isStatus(status)) return orMissingText(status)
  const { label, appearance } = statusLabels[status]
  return <StatusLabel appearance={appearance}>{label}</StatusLabel>
}

export const replyColumns: readonly Column<OpenReply>[] = [
  { key: 'orderId', header: 'Order ID', width: 104, render: (reply) => reply.order_id },
  { key: 'name', header: 'Name', width: 120, isFlexible: true, render: (reply) => truncatedText(reply.name) },
  { key: 'from', header: 'From', width: 130, isFlexible: true, render: (reply) => truncatedText(reply.by) },
  {
    key: 'subject',
    header: 'Subject',
    width: 150,
    isFlexible: true,
    render: (reply) => truncatedText(reply.subject),
  },
  {
    key: 'received',
    header: 'Received',
    zone: 'EST',
    width: 96,
    render: (reply) => estDateTime(reply.at),
  },
  { key: 'status', header: 'Status', width: 142, render: (reply) => <ReplyStatus reply={reply} /> },
  { key: 'assignedTo', header: 'Assigned To', width: 124, render: (reply) => truncatedText(reply.assign_to) },
]
