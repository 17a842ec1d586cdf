import { queryOptions, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { AsOf } from '#contract/endpoint.ts'
import { listOrders, searchOrders, searchVal, type OrderRow } from '#contract/orders.ts'
import { toSearchPattern } from '#contract/rules/search-text.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/client.ts'
import { endpointKey, prefetchStaleTime } from '#web/lib/query-client.ts'
import { readStoredUser } from '#web/lib/stored-user.ts'
import { commonParameters, type BlockRequest, type Cursor, type OrderListQuery } from './list-request.ts'
import type { ListView } from './list-view.ts'

/** Some rows in sequence, and how many there are in all. */
export interface RowBlock {
  rows: OrderRow[]
  total: number
  /** There are more than `total` says. */
  hasMore: boolean
  keys: { first: string; last: string } | null
  /** There are no rows after these. */
  isEnd: boolean
  /** Where they were read from a replica. */
  asOf?: AsOf | undefined
  /** Taken out before the server has answered; nothing was fetched. */
  removedIds?: readonly number[]
}

/** Why a text is not searched for, as with too short a one: the queue stays as it is. null where there is no reason. */
export function searchHint(q: string): string | null {
  if (q.trim() === '') return null
  if (toSearchPattern(q) === null) return 'Please enter at least 3 characters.'
  return z.safeParse(searchVal, q).error?.issues[0]?.message ?? null
}

export const toOrderListQuery = (
  queue: QueueName,
  { month, q, sort, filters }: ListView,
): OrderListQuery => ({
  queue,
  month,
  searchVal: q.trim() === '' || searchHint(q) !== null ? '' : q,
  sort,
  filters,
})

async function fetchList(
  listQuery: OrderListQuery,
  { size, index, cursor, exact }: BlockRequest,
  signal: AbortSignal,
): Promise<RowBlock> {
  const query = {
    page: index + 1,
    limit: size,
    delay: 1,
    userName: readStoredUser()?.user.name,
    ...commonParameters(listQuery),
    ...(exact && { exactCount: 'true' as const }),
    ...cursor,
  }
  const input = { params: { orderName: listQuery.queue }, query }
  const { data, count, more, keys, asOf } = await call(listOrders, input, { signal })
  return { rows: data, total: count, hasMore: more ?? false, keys, isEnd: data.length < size, asOf }
}

async function fetchSearch(
  listQuery: OrderListQuery,
  { size, index, exact }: BlockRequest,
  signal: AbortSignal,
): Promise<RowBlock> {
  const { data, count, more } = await call(
    searchOrders,
    {
      body: {
        searchVal: listQuery.searchVal,
        folderName: listQuery.queue,
        start: index * size,
        end: (index + 1) * size,
        ...commonParameters(listQuery),
        ...(exact && { exactCount: true }),
      },
    },
    { signal },
  )
  return { rows: data, total: count, hasMore: more ?? false, keys: null, isEnd: data.length < size }
}

/** What the keys of all blocks of the list begin with. */
export const listKey = (listQuery: OrderListQuery) => [
  ...endpointKey(listQuery.searchVal === '' ? listOrders : searchOrders),
  listQuery,
]

export const blockQuery = (listQuery: OrderListQuery, request: BlockRequest) =>
  queryOptions<RowBlock, CallError>({
    queryKey: [...listKey(listQuery), request],
    queryFn: ({ signal }) =>
      listQuery.searchVal === ''
        ? fetchList(listQuery, request, signal)
        : fetchSearch(listQuery, request, signal),
    meta: { showsFailureInline: true },
  })

/** The block of a page. A search is read each time that it is shown, since the server records it. */
export const pageQuery = (listQuery: OrderListQuery, request: BlockRequest) => ({
  ...blockQuery(listQuery, request),
  staleTime: listQuery.searchVal === '' ? prefetchStaleTime : 0,
})

/** ms in which a block that comes into sight again is shown as it was fetched. */
const blockStaleMs = 10_000

/** Beside a block that is at hand, the rows next to that one's. */
function neighbourCursor(
  client: QueryClient,
  listQuery: OrderListQuery,
  { size, index }: BlockRequest,
): Cursor | undefined {
  const keysAt = (at: number) =>
    client.getQueryData(blockQuery(listQuery, { size, index: at }).queryKey)?.keys
  const [before, after] = [keysAt(index - 1), keysAt(index + 1)]
  if (before) return { after: before.last }
  return after && index > 0 ? { before: after.first } : undefined
}

/**
 * A block of a list that one scrolls through. Beside one that is at hand it is read by that one's key: it joins whatever
 * came in meanwhile, and the server counts no rows before it. Fetched again, each block is read by its number.
 */
export const scrolledBlockQuery = (listQuery: OrderListQuery, request: BlockRequest) =>
  queryOptions<RowBlock, CallError>({
    ...blockQuery(listQuery, request),
    queryFn: async ({ client, queryKey, signal }) => {
      if (listQuery.searchVal !== '') return fetchSearch(listQuery, request, signal)
      const isFirstFetch = client.getQueryData(queryKey) === undefined
      const cursor = isFirstFetch ? neighbourCursor(client, listQuery, request) : undefined
      const block = await fetchList(listQuery, { ...request, cursor }, signal)
      const end = Math.min(block.total, (request.index + 1) * request.size)
      // Rows have gone or come before it, and its number names others than its neighbour's key.
      const hasMoved = cursor !== undefined && block.rows.length < end - request.index * request.size
      return hasMoved ? fetchList(listQuery, request, signal) : block
    },
    staleTime: blockStaleMs,
    meta: { showsFailureInline: true, isScrolled: true },
  })

/** Takes an order that was just worked on out of every list that was seen before, until the lists are refreshed. */
export function removeFromAllLists(client: QueryClient, orderId: number): void {
  for (const endpoint of [listOrders, searchOrders])
    client.setQueriesData<RowBlock>(
      { queryKey: endpointKey(endpoint), predicate: ({ queryKey }) => isBlockOfPlacedQueue(queryKey) },
      (block) =>
        block && {
          ...block,
          rows: block.rows.filter((row) => row.order_id !== orderId),
          removedIds: [orderId],
        },
    )
}

/** Order History keeps an order whatever becomes of it; other readers of the list keep something else than blocks. */
const isBlockOfPlacedQueue = (queryKey: readonly unknown[]): boolean =>
  queryKey.some(
    (part) =>
      typeof part === 'object' &&
      part !== null &&
      'queue' in part &&
      part.queue !== ('allOrder' satisfies QueueName),
  )

async function changeBlocks(
  client: QueryClient,
  listQuery: OrderListQuery,
  change: (block: RowBlock) => RowBlock,
): Promise<void> {
  const filter = { queryKey: listKey(listQuery) }
  await client.cancelQueries(filter)
  client.setQueriesData<RowBlock>(filter, (block) => block && change(block))
}

/** Takes orders out of what is shown before the server has answered; the next fetch tells how it really is. */
export const removeFromCache = (client: QueryClient, listQuery: OrderListQuery, ids: ReadonlySet<number>) =>
  changeBlocks(client, listQuery, (block) => ({
    ...block,
    rows: block.rows.filter((row) => !ids.has(row.order_id)),
    total: Math.max(0, block.total - ids.size),
    removedIds: [...ids],
  }))

/** The same of all orders of a list but some. */
export const removeAllFromCache = (
  client: QueryClient,
  listQuery: OrderListQuery,
  except: ReadonlySet<number>,
) =>
  changeBlocks(client, listQuery, (block) => ({
    ...block,
    rows: block.rows.filter((row) => except.has(row.order_id)),
    total: except.size,
    removedIds: block.rows.map((row) => row.order_id).filter((id) => !except.has(id)),
  }))

/** How many orders a list has now, counted to its end. */
export const countOrders = async (client: QueryClient, listQuery: OrderListQuery): Promise<number> =>
  (await client.fetchQuery(blockQuery(listQuery, { size: 1, index: 0, exact: true }))).total
