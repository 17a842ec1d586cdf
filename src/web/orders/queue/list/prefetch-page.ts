import type { QueryClient } from '@tanstack/react-query'
import type { QueueName } from '#contract/rules/queues.ts'
import { pageQuery, toOrderListQuery } from './list-queries.ts'
import { isPaged, pageRequest, type Cursor, type OrderListQuery } from './list-request.ts'
import { parseListView, type ListView } from './list-view.ts'

/** A caller who asks for more rows than a screen has may be recorded as one who exports. */
const maxPrefetchedRows = 100

/**
 * Reads a page of a list that is likely to be opened next. Not of a search, which the server records with what it shows,
 * and not of many rows.
 */
export function prefetchPage(
  client: QueryClient,
  listQuery: OrderListQuery,
  view: ListView,
  cursor?: Cursor,
): void {
  if (!isPaged(view) || view.pageSize > maxPrefetchedRows || view.q !== '') return
  void client.prefetchQuery(pageQuery(listQuery, pageRequest(view, cursor)))
}

/** The page of a queue that an address shows; Future orders begin with their months. */
export function prefetchQueue(client: QueryClient, queue: QueueName, { search }: URL): void {
  const view = parseListView(search)
  if (queue === 'futureOrder' && view.month === null) return
  prefetchPage(client, toOrderListQuery(queue, view), view)
}
