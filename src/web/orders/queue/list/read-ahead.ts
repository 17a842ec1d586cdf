import type { QueryClient } from '@tanstack/react-query'
import type { QueueName } from '#contract/rules/queues.ts'
import { readAhead } from '#web/lib/read-ahead.ts'
import { blockQuery, toOrderListQuery } from './list-queries.ts'
import { isPaged, pageRequest, type Cursor, type OrderListQuery } from './list-request.ts'
import { parseListView, type ListView } from './list-view.ts'

/** Rows; whoever asks for more than a screen has may be recorded as one who exports. */
const maxRowsAhead = 100

/**
 * Reads a page of a list that is likely to be opened next. Not of a search, which the server records with what it shows,
 * and not of many rows.
 */
export function readPageAhead(
  client: QueryClient,
  listQuery: OrderListQuery,
  view: ListView,
  cursor?: Cursor,
): void {
  if (!isPaged(view) || view.pageSize > maxRowsAhead || view.q !== '') return
  readAhead(client, blockQuery(listQuery, pageRequest(view, cursor)))
}

/** The page of a queue that an address shows; Future orders begin with their months. */
export function readQueueAhead(client: QueryClient, queue: QueueName, { search }: URL): void {
  const view = parseListView(search)
  if (queue === 'futureOrder' && view.month === null) return
  readPageAhead(client, toOrderListQuery(queue, view), view)
}
