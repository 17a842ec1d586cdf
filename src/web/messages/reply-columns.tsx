import type * as z from 'zod/mini'
import type { openMessage } from '#contract/messages.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { missing, orMissing } from '#contract/rules/missing.ts'
import { isStatus, statusWords } from '#contract/rules/statuses.ts'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import type { Column } from '#web/ui/table/table-types.ts'

export type OpenReply = z.infer<typeof openMessage>

/** A text of unknown direction, whole in its title where the cell cuts it. */
function given(text: string | null) {
  const shown = orMissing(text)
  return shown === missing ? missing : <bdi title={shown}>{shown}</bdi>
}

export function ReplyStatus({ reply: { process_status: status } }: { reply: OpenReply }) {
  if (!isStatus(status)) return orMissing(status)
  const { label, look } = statusWords[status]
  return <StatusMark look={look}>{label}</StatusMark>
}

export const replyColumns: readonly Column<OpenReply>[] = [
  { key: 'orderId', head: 'Order ID', width: 104, render: (reply) => reply.order_id },
  { key: 'name', head: 'Name', width: 148, render: (reply) => given(reply.name) },
  { key: 'from', head: 'From', width: 168, render: (reply) => given(reply.by) },
  { key: 'subject', head: 'Subject', width: 196, render: (reply) => given(reply.subject) },
  { key: 'received', head: 'Received', width: 178, render: (reply) => `${estDateTime(reply.at)} EST` },
  { key: 'status', head: 'Status', width: 140, render: (reply) => <ReplyStatus reply={reply} /> },
  { key: 'assignedTo', head: 'Assigned To', width: 124, render: (reply) => given(reply.assign_to) },
]
