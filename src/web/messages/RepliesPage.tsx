import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type * as z from 'zod/mini'
import { listOpenMessages, type openMessage } from '#contract/messages.ts'
import { estTimestamp, estDateTime } from '#contract/rules/dates.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { fromList, rememberBackTarget } from '#web/lib/back-target.ts'
import { readOptions, refresh } from '#web/lib/endpoint-hooks.ts'
import { useBlocks } from '#web/lib/use-blocks.ts'
import { useScrollRestoration } from '#web/lib/use-scroll-restoration.ts'
import { CompactEntry } from '#web/ui/CompactEntry.tsx'
import { listBlockSize, ListPage } from '#web/ui/ListPage.tsx'
import { ViewLink } from '#web/ui/ViewLink.tsx'
import { orMissingText } from '#contract/rules/missing-text.ts'
import { isStatus, statusLabels } from '#contract/rules/statuses.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { truncatedText } from '#web/ui/truncated-text.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import css from './messages.module.css'

const heading = 'Replies'
/** px */
const viewWidth = 76

const viewLink = (reply: OpenReply) => (
  <ViewLink
    href={viewOrderPath(reply.order_id)}
    label={`View order ${reply.order_id}`}
    isAssigned={reply.assign_to !== null}
  />
)

/** `/admin/replies`: unhandled replies of all queues, newest first. */
export function RepliesPage() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const container = useRef<HTMLDivElement>(null)
  const blocks = useBlocks(listBlockSize, (index) =>
    readOptions(
      listOpenMessages,
      { query: { page: index + 1, limit: listBlockSize } },
      { showsFailureInline: true },
    ),
  )
  useScrollRestoration(container, blocks.anyBlock ? heading : null)
  useEffect(() => rememberBackTarget({ href: location.pathname, label: heading }), [])

  return (
    <ListPage
      heading={heading}
      noun={{ singular: 'reply', plural: 'replies' }}
      blocks={blocks}
      onRefresh={() => void refresh(client, [listOpenMessages])}
      container={container}
      table={{
        columns: replyColumns,
        rowKey: ({ order_id: orderId, at, by, subject }) => [orderId, at, by, subject].join(' '),
        rowLabel: (reply) => `order ${reply.order_id}`,
        view: viewLink,
        actionsWidth: viewWidth,
        onOpen: (reply) => navigate(viewOrderPath(reply.order_id), { state: fromList }),
        renderCompact: (reply) => <CompactReply reply={reply} />,
      }}
    />
  )
}

const CompactReply = ({ reply }: { reply: OpenReply }) => (
  <CompactEntry
    title={<bdi>{reply.name}</bdi>}
    secondLine={
      <>
        {reply.order_id} <ReplyStatus reply={reply} />
      </>
    }
    thirdLine={
      <>
        <bdi className={`shrinkable ${css.replySubject}`}>{reply.subject}</bdi>
        <span className="rigid faint">{estTimestamp(reply.at)}</span>
      </>
    }
  />
)

type OpenReply = z.infer<typeof openMessage>

function ReplyStatus({ reply: { process_status: status } }: { reply: OpenReply }) {
  if (!isStatus(status)) return orMissingText(status)
  const { label, appearance } = statusLabels[status]
  return <StatusLabel appearance={appearance}>{label}</StatusLabel>
}

const replyColumns: readonly Column<OpenReply>[] = [
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
