import { queryOptions, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { AsOf } from '#contract/endpoint.ts'
import { listOrders, searchOrders, searchVal, type Elsewhere, type OrderRow } from '#contract/orders.ts'
import { isSearchable } from '#contract/rules/search.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/client.ts'
import { endpointKey, prefetchStaleTime } from '#web/lib/query-client.ts'
import { readStoredUser } from '#web/lib/stored-user.ts'
import { commonParameters, type BlockRequest, type Cursor, type OrderListQuery } from './list-request.ts'
import type { ListView } from './list-view.ts'

/** Consecutive rows and the total of the list. */
export interface RowBlock {
  rows: OrderRow[]
  total: number
  /** The count stopped at its limit; there are more than `total`. */
  hasMore: boolean
  keys: { first: string; last: string } | null
  isEnd: boolean
  elsewhere?: Elsewhere | undefined
  asOf?: AsOf | undefined
  /** Set by an optimistic removal, until the next fetch. */
  removedIds?: readonly number[]
}

/** Why a text is not searched for, such as a too short one; null if it is. The queue then stays unfiltered. */
export function searchHint(q: string): string | null {
  if (q.trim() === '') return null
  if (!isSearchable(q)) return 'Please enter at least 3 characters.'
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
  const { data, count, more, elsewhere } = await call(
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
  return {
    rows: data,
    total: count,
    hasMore: more ?? false,
    keys: null,
    isEnd: data.length < size,
    elsewhere,
  }
}

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

/** The block of a page. A search is never served from the cache, since the server records each one. */
export const pageQuery = (listQuery: OrderListQuery, request: BlockRequest) => ({
  ...blockQuery(listQuery, request),
  staleTime: listQuery.searchVal === '' ? prefetchStaleTime : 0,
})

/** ms for which a cached block counts as fresh. */
const blockStaleMs = 10_000

/** The cursor that continues a cached neighbour block. */
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
 * A block of a scrolled list. The first fetch continues a cached neighbour by its key: the rows join without gap or
 * overlap, and the server skips no rows by offset. A refetch reads the block by its index.
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
      // Rows were added or removed before the block, so its index and its neighbour's key disagree.
      const hasMoved = cursor !== undefined && block.rows.length < end - request.index * request.size
      return hasMoved ? fetchList(listQuery, request, signal) : block
    },
    staleTime: blockStaleMs,
    meta: { showsFailureInline: true, isScrolled: true },
  })

/** Removes an order from all cached lists until they are refetched. */
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

/** Order History keeps every order; data of other readers of the list has no blocks. */
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

/** Optimistic removal; the next fetch replaces it. */
export const removeFromCache = (client: QueryClient, listQuery: OrderListQuery, ids: ReadonlySet<number>) =>
  changeBlocks(client, listQuery, (block) => ({
    ...block,
    rows: block.rows.filter((row) => !ids.has(row.order_id)),
    total: Math.max(0, block.total - ids.size),
    removedIds: [...ids],
  }))

/** Optimistic removal of all orders of a list but some. */
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

/** The exact number of orders of a list, without the count's usual limit. */
export const countOrders = async (client: QueryClient, listQuery: OrderListQuery): Promise<number> =>
  (await client.fetchQuery(blockQuery(listQuery, { size: 1, index: 0, exact: true }))).total
