import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { listOpenMessages } from '#contract/messages.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { rememberBackTarget } from '#web/lib/back-target.ts'
import { readOptions, refresh } from '#web/lib/endpoint-hooks.ts'
import { useBlocks } from '#web/lib/use-blocks.ts'
import { useScrollRestoration } from '#web/lib/use-scroll-restoration.ts'
import { CompactEntry } from '#web/ui/CompactEntry.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { ViewLink } from '#web/ui/ViewLink.tsx'
import { replyColumns, ReplyStatus, type OpenReply } from './reply-columns.tsx'
import css from './RepliesPage.module.css'

const heading = 'Replies'
const blockSize = 100
const initialRowCount = 10
/** px */
const viewWidth = 76

const viewLink = (reply: OpenReply) => (
  <ViewLink
    href={viewOrderPath(reply.order_id)}
    label={`View order ${reply.order_id}`}
    isAssigned={reply.assign_to !== null}
  />
)

/** `/admin/replies`: customers' replies not handled yet, newest first, whatever queue their order is in. */
export function RepliesPage() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const container = useRef<HTMLDivElement>(null)
  const blocks = useBlocks(blockSize, (index) =>
    readOptions(
      listOpenMessages,
      { query: { page: index + 1, limit: blockSize } },
      { showsFailureInline: true },
    ),
  )
  const count = blocks.anyBlock?.count
  useScrollRestoration(container, count === undefined ? null : heading)
  useEffect(() => rememberBackTarget({ href: location.pathname, label: heading }), [])
  const handleRefresh = () => void refresh(client, [listOpenMessages])

  return (
    <>
      <div className={css.heading}>
        <PageHeading
          count={
            count === undefined ? undefined : `${formatCount(count)} ${count === 1 ? 'reply' : 'replies'}`
          }
          onRefresh={handleRefresh}
          isRefreshing={blocks.isFetching}
        >
          {heading}
        </PageHeading>
      </div>
      <div className={css.place} ref={container}>
        <DataTable
          label={heading}
          columns={replyColumns}
          rowCount={blocks.failure ? 0 : (count ?? initialRowCount)}
          rowAt={(index) => blocks.blockAt(index)?.data[index % blockSize]}
          rowKey={({ order_id: orderId, at, by, subject }) => [orderId, at, by, subject].join(' ')}
          rowLabel={(reply) => `order ${reply.order_id}`}
          onRangeChange={blocks.onRangeChange}
          view={viewLink}
          actionsWidth={viewWidth}
          onOpen={(reply) => navigate(viewOrderPath(reply.order_id))}
          renderCompact={(reply) => (
            <CompactEntry
              title={<bdi>{reply.name}</bdi>}
              secondLine={
                <>
                  {reply.order_id} <ReplyStatus reply={reply} />
                </>
              }
              thirdLine={
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
                subject="The replies"
                message={blocks.failure.message}
                requestId={blocks.failure.requestId}
                onRetry={handleRefresh}
              />
            ) : (
              <EmptyState kind="list" />
            )
          }
          busy={blocks.isFetching}
        />
      </div>
    </>
  )
}
