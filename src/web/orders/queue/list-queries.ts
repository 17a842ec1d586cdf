import { queryOptions, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { listOrders, searchOrders, searchVal, type OrderRow, type SortField } from '#contract/orders.ts'
import { foldPattern } from '#contract/rules/fold.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import type { CallRefused } from '#web/lib/call-refused.ts'
import { call } from '#web/lib/client.ts'
import { endpointKey } from '#web/lib/query-client.ts'
import type { SortState } from '#web/ui/table/table-types.ts'
import type { ListView } from './list-view.ts'
import type { Cursor } from './use-list-view.ts'

/** Which orders are listed, and in which order. */
export interface Listed {
  queue: QueueName
  month: number | null
  /** '' lists the whole queue. */
  searchVal: string
  sort: SortState<SortField>
}

/** Some rows in sequence, and how many there are in all. */
export interface RowBlock {
  rows: OrderRow[]
  total: number
  /** There are more than `total` says. */
  more: boolean
  keys: { first: string; last: string } | null
}

export interface BlockWish {
  /** How many rows. */
  size: number
  /** Which block of that size, from 0. */
  index: number
  cursor?: Cursor | undefined
  /** Of a search: count all, however many. */
  exact?: boolean
}

/** Why a text is not searched for, as with too short a one: the queue stays as it is. null where there is no reason. */
export function searchHint(q: string): string | null {
  if (q.trim() === '') return null
  if (foldPattern(q) === null) return 'Please enter at least 3 characters.'
  return z.safeParse(searchVal, q).error?.issues[0]?.message ?? null
}

export const listedBy = (queue: QueueName, { month, q, sort }: ListView): Listed => ({
  queue,
  month,
  searchVal: q.trim() === '' || searchHint(q) !== null ? '' : q,
  sort,
})

async function fetchList(
  { queue, month, sort }: Listed,
  { size, index, cursor }: BlockWish,
  signal: AbortSignal,
): Promise<RowBlock> {
  const { data, count, keys } = await call(
    listOrders,
    {
      params: { orderName: queue },
      query: {
        page: index + 1,
        limit: size,
        delay: 1,
        sort: sort.by,
        order: sort.order,
        ...(month !== null && { month }),
        ...cursor,
      },
    },
    { signal },
  )
  return { rows: data, total: count, more: false, keys }
}

async function fetchSearch(
  { queue, month, searchVal }: Listed,
  { size, index, exact }: BlockWish,
  signal: AbortSignal,
): Promise<RowBlock> {
  const { data, count, more } = await call(
    searchOrders,
    {
      body: {
        searchVal,
        folderName: queue,
        start: index * size,
        end: (index + 1) * size,
        ...(month !== null && { month }),
        ...(exact && { exactCount: true }),
      },
    },
    { signal },
  )
  return { rows: data, total: count, more: more ?? false, keys: null }
}

const listKey = (listed: Listed) => [
  ...endpointKey(listed.searchVal === '' ? listOrders : searchOrders),
  listed,
]

export const blockQuery = (listed: Listed, wish: BlockWish) =>
  queryOptions<RowBlock, CallRefused>({
    queryKey: [...listKey(listed), wish],
    queryFn: ({ signal }) =>
      listed.searchVal === '' ? fetchList(listed, wish, signal) : fetchSearch(listed, wish, signal),
    meta: { onPage: true },
  })

/** Takes orders out of what is shown before the server has answered; the next fetch tells how it really is. */
export async function takeOut(client: QueryClient, listed: Listed, ids: ReadonlySet<number>): Promise<void> {
  const filter = { queryKey: listKey(listed) }
  await client.cancelQueries(filter)
  client.setQueriesData<RowBlock>(
    filter,
    (block) =>
      block && {
        ...block,
        rows: block.rows.filter((row) => !ids.has(row.order_id)),
        total: Math.max(0, block.total - ids.size),
      },
  )
}
