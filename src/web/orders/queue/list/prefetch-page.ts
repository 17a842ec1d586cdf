import type { QueryClient } from '@tanstack/react-query'
import type { QueueName } from '#contract/rules/queues.ts'
import { pageQuery, toOrderListQuery } from './list-queries.ts'
import { isPaged, pageRequest, type Cursor, type OrderListQuery } from './list-request.ts'
import { parseListView, type ListView } from './list-view.ts'

/** Larger reads may be recorded as an export. */
const maxPrefetchedRows = 100

/** Prefetches a page. Searches are skipped because the server records them. */
export function prefetchPage(
  client: QueryClient,
  listQuery: OrderListQuery,
  view: ListView,
  cursor?: Cursor,
): void {
  if (!isPaged(view) || view.pageSize > maxPrefetchedRows || view.q !== '') return
  void client.prefetchQuery(pageQuery(listQuery, pageRequest(view, cursor)))
}

/** Prefetches the page of a queue's URL. Future Orders without a month shows no list. */
export function prefetchQueue(client: QueryClient, queue: QueueName, { search }: URL): void {
  const view = parseListView(search)
  if (queue === 'futureOrder' && view.month === null) return
  prefetchPage(client, toOrderListQuery(queue, view), view)
}
