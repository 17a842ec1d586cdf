import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import type * as z from 'zod/mini'
import { listOpenMessages, type openMessage } from '#contract/messages.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { orMissing } from '#contract/rules/missing.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import { isStatus, statusWords } from '#contract/rules/statuses.ts'
import { rememberQueue } from '#web/lib/came-from.ts'
import { useRead } from '#web/lib/hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { formatCount } from '#web/ui/count.ts'
import { GivenText } from '#web/ui/GivenText.tsx'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import { ViewLink } from '#web/ui/ViewLink.tsx'
import css from './RepliesPage.module.css'

type OpenReply = z.infer<typeof openMessage>

const pageSize = 50
const heading = 'Replies'

const given = (text: string | null) => <GivenText>{orMissing(text)}</GivenText>

function Status({ of }: { of: string }) {
  if (!isStatus(of)) return orMissing(of)
  const { label, look } = statusWords[of]
  return <StatusMark look={look}>{label}</StatusMark>
}

const columns: readonly ListColumn<OpenReply>[] = [
  { head: 'Order ID', render: (reply) => reply.order_id, tight: true },
  { head: 'Name', render: (reply) => given(reply.name) },
  { head: 'From', render: (reply) => given(reply.by) },
  { head: 'Subject', render: (reply) => given(reply.subject) },
  { head: 'Received', render: (reply) => `${estDateTime(reply.at)} EST`, tight: true },
  { head: 'Status', render: (reply) => <Status of={reply.process_status} />, tight: true },
  { head: 'Assigned To', render: (reply) => given(reply.assign_to) },
]

const viewLink = ({ order_id: orderId, assign_to: assignee }: OpenReply) => (
  <ViewLink
    href={`/admin/view-order/${encodeOrderId(orderId)}`}
    label={`View order ${orderId}`}
    taken={assignee !== null}
  />
)

/** `/admin/replies`: what customers wrote and nobody has handled yet, newest first. */
export function RepliesPage() {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const { data, error, isFetching, refetch } = useRead(
    listOpenMessages,
    { query: { page, limit: pageSize } },
    { onPage: true },
  )
  const count = data?.count
  const hasOlder = count !== undefined && page * pageSize < count
  const show = (wanted: number) => setSearch(wanted === 1 ? {} : { page: String(wanted) })
  useEffect(() => rememberQueue({ href: location.pathname + location.search, label: heading }))

  return (
    <>
      <PageHeading
        count={count === undefined ? undefined : `${formatCount(count)} ${count === 1 ? 'reply' : 'replies'}`}
        onRefresh={() => void refetch()}
        refreshing={isFetching}
      >
        {heading}
      </PageHeading>
      <div className={css.page}>
        <Card title="Not handled yet">
          <ListTable
            label={heading}
            columns={columns}
            rows={data?.data}
            rowKey={({ order_id: orderId, at, by, subject }) => [orderId, at, by, subject].join(' ')}
            actions={viewLink}
            failure={
              error
                ? {
                    what: 'The replies',
                    message: error.message,
                    requestId: error.requestId,
                    onRetry: () => void refetch(),
                  }
                : undefined
            }
          />
          {(page > 1 || hasOlder) && (
            <div className={css.pages}>
              <Button disabled={page === 1} onClick={() => show(page - 1)}>
                Newer
              </Button>
              <Button disabled={!hasOlder} onClick={() => show(page + 1)}>
                Older
              </Button>
            </div>
          )}
        </Card>
      </div>
    </>
  )
}
