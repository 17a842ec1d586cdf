import { SegmentedControl } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type * as z from 'zod/mini'
import { handleMessages, listOpenMessages, type openMessage } from '#contract/messages.ts'
import { replyReadEndpoints } from '#contract/order-reads.ts'
import { estTimestamp, estDateTime } from '#contract/rules/dates.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { fromList, rememberBackTarget } from '#web/lib/back-target.ts'
import { readOptions, refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { useBlocks } from '#web/lib/use-blocks.ts'
import { useScrollRestoration } from '#web/lib/use-scroll-restoration.ts'
import { CompactEntry } from '#web/ui/CompactEntry.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { listBlockSize, ListPage } from '#web/ui/ListPage.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { showReversible } from '#web/undo/use-undo-toast.ts'
import { ViewLink } from '#web/ui/ViewLink.tsx'
import { orMissingText } from '#contract/rules/missing-text.ts'
import { isStatus, statusLabels } from '#contract/rules/statuses.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { truncatedText } from '#web/ui/truncated-text.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './messages.module.css'

const heading = 'Replies'
/** px */
const viewWidth = { replies: 76, automatic: 116 }
const nouns = {
  replies: { singular: 'reply', plural: 'replies' },
  automatic: { singular: 'automatic mail', plural: 'automatic mails' },
}

const viewLink = (reply: OpenReply) => (
  <ViewLink
    href={viewOrderPath(reply.order_id)}
    label={`View order ${reply.order_id}`}
    isAssigned={reply.assign_to !== null}
  />
)

/** `/admin/replies`: unhandled replies of all queues, newest first, or automatic mails of orders that wait. */
export function RepliesPage() {
  const client = useQueryClient()
  const [path, navigate] = useLocation()
  const list = new URLSearchParams(useSearch()).get('list') === 'automatic' ? 'automatic' : 'replies'
  const container = useRef<HTMLDivElement>(null)
  const settleCall = useCall(handleMessages, { refreshes: replyReadEndpoints })
  const blocks = useBlocks(listBlockSize, (index) =>
    readOptions(
      listOpenMessages,
      { query: { page: index + 1, limit: listBlockSize, ...(list === 'automatic' && { list }) } },
      { showsFailureInline: true },
    ),
  )
  useScrollRestoration(container, blocks.anyBlock ? `${heading} ${list}` : null)
  useEffect(() => rememberBackTarget({ href: location.pathname + location.search, label: heading }))

  const settle = async (mail: OpenReply, handled: boolean) => {
    const { order_id: orderId, id: messageId } = mail
    const answer = await settleCall.call({ body: { orderId, messageId, handled } })
    if (!answer) return
    const toast = { tone: 'good', title: answer.message, text: `Order ${orderId}` } as const
    if (handled) showReversible({ ...toast, onUndo: () => void settle(mail, false) })
    else showToast(toast)
  }
  const settleAndView = (mail: OpenReply) => (
    <span className="row gap-4">
      {viewLink(mail)}
      <IconButton
        icon="tick"
        label={`The automatic mail of order ${mail.order_id} needs nothing more`}
        onClick={() => void settle(mail, true)}
      />
    </span>
  )
  const automaticCount = blocks.anyBlock?.automatic
  return (
    <ListPage
      heading={heading}
      noun={nouns[list]}
      blocks={blocks}
      onRefresh={() => void refresh(client, [listOpenMessages])}
      choice={
        <SegmentedControl
          aria-label="Kind of the mails"
          data={[
            { value: 'replies', label: 'Replies' },
            {
              value: 'automatic',
              label: automaticCount ? `Automatic ${formatCount(automaticCount)}` : 'Automatic',
            },
          ]}
          value={list}
          onChange={(chosen) =>
            navigate(chosen === 'automatic' ? `${path}?list=automatic` : path, { replace: true })
          }
        />
      }
      container={container}
      table={{
        columns: replyColumns,
        rowKey: ({ id }) => String(id),
        rowLabel: (reply) => `order ${reply.order_id}`,
        view: list === 'automatic' ? settleAndView : viewLink,
        actionsWidth: viewWidth[list],
        onOpen: (reply) => navigate(viewOrderPath(reply.order_id), { state: fromList }),
        shortcuts: list === 'automatic' ? { settle: (mail) => void settle(mail, true) } : undefined,
        renderCompact: (reply) => <CompactReply reply={reply} />,
      }}
    />
  )
}

const CompactReply = ({ reply }: { reply: OpenReply }) => (
  <CompactEntry
    title={<ExternalText>{reply.name}</ExternalText>}
    secondLine={
      <>
        {reply.order_id} <ReplyStatus reply={reply} />
      </>
    }
    thirdLine={
      <>
        <ExternalText className={`shrinkable ${css.replySubject}`}>{reply.subject}</ExternalText>
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
