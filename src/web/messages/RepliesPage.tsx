import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { listOpenMessages } from '#contract/messages.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { rememberBackTarget } from '#web/lib/back-target.ts'
import { readOptions, refresh } from '#web/lib/hooks.ts'
import { useBlocks } from '#web/lib/use-blocks.ts'
import { useKeptScroll } from '#web/lib/use-kept-scroll.ts'
import { CompactEntry } from '#web/ui/CompactEntry.tsx'
import { formatCount } from '#web/ui/count.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { ViewLink } from '#web/ui/ViewLink.tsx'
import { replyColumns, ReplyStatus, type OpenReply } from './reply-columns.tsx'
import css from './RepliesPage.module.css'

const heading = 'Replies'
const blockSize = 100
const rowsAtFirst = 10
/** px */
const viewWidth = 76

const addressOf = ({ order_id: orderId }: OpenReply) => `/admin/view-order/${encodeOrderId(orderId)}`

const viewLink = (reply: OpenReply) => (
  <ViewLink href={addressOf(reply)} label={`View order ${reply.order_id}`} taken={reply.assign_to !== null} />
)

/** `/admin/replies`: what customers wrote and nobody has handled yet, newest first, in whatever queue their order is. */
export function RepliesPage() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const place = useRef<HTMLDivElement>(null)
  const blocks = useBlocks(blockSize, (index) =>
    readOptions(listOpenMessages, { query: { page: index + 1, limit: blockSize } }, { onPage: true }),
  )
  const count = blocks.some?.count
  useKeptScroll(place, count === undefined ? null : heading)
  useEffect(() => rememberBackTarget({ href: location.pathname, label: heading }), [])
  const fetchAgain = () => void refresh(client, [listOpenMessages])

  return (
    <>
      <div className={css.heading}>
        <PageHeading
          count={
            count === undefined ? undefined : `${formatCount(count)} ${count === 1 ? 'reply' : 'replies'}`
          }
          onRefresh={fetchAgain}
          refreshing={blocks.fetching}
        >
          {heading}
        </PageHeading>
      </div>
      <div className={css.place} ref={place}>
        <DataTable
          label={heading}
          columns={replyColumns}
          rowCount={blocks.failure ? 0 : (count ?? rowsAtFirst)}
          rowAt={(index) => blocks.blockOf(index)?.data[index % blockSize]}
          rowKey={({ order_id: orderId, at, by, subject }) => [orderId, at, by, subject].join(' ')}
          rowLabel={(reply) => `order ${reply.order_id}`}
          onRange={blocks.onRange}
          view={viewLink}
          actionsWidth={viewWidth}
          onOpen={(reply) => navigate(addressOf(reply))}
          renderCompact={(reply) => (
            <CompactEntry
              title={<bdi>{reply.name}</bdi>}
              second={
                <>
                  {reply.order_id} <ReplyStatus reply={reply} />
                </>
              }
              third={
                <>
                  <bdi className={css.subject}>{reply.subject}</bdi>
                  <span className={css.received}>{estDateTime(reply.at)} EST</span>
                </>
              }
            />
          )}
          empty={
            blocks.failure ? (
              <EmptyState
                kind="failure"
                what="The replies"
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
      </div>
    </>
  )
}
