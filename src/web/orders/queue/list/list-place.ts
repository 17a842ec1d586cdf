import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { queues, queueNames } from '#contract/rules/queues.ts'
import type { BackTarget } from '#web/lib/back-target.ts'
import { blockQuery, listKey, toOrderListQuery, type RowBlock } from './list-queries.ts'
import type { OrderListQuery } from './list-request.ts'
import { parseListView, type ListView } from './list-view.ts'

/** Where an order stands in the list that one came from. */
export interface ListPlace {
  listQuery: OrderListQuery
  /** Rows of the block in which it was found. */
  size: number
  /** From 0, in the whole list. */
  index: number
  total: number
  /** There are more than `total` says. */
  isMore: boolean
  /** The orders beside it, as far as the block has them. */
  ids: { previous: number | undefined; next: number | undefined }
}

/** The list of an address; null for one that is no list of orders. */
export function parseListAddress({ href }: BackTarget): { listQuery: OrderListQuery; view: ListView } | null {
  const { pathname, search } = new URL(href, location.origin)
  const queue =
    pathname === staffScreens.dashboard.path
      ? 'newOrder'
      : queueNames.find((name) => queues[name].path === pathname)
  if (!queue) return null
  const view = parseListView(search)
  return { listQuery: toOrderListQuery(queue, view), view }
}

const request = z.object({ size: z.number(), index: z.number() })

function placeInBlock(
  { rows, total, hasMore }: RowBlock,
  { size, index }: z.infer<typeof request>,
  listQuery: OrderListQuery,
  orderId: number,
): ListPlace | null {
  const at = rows.findIndex((row) => row.order_id === orderId)
  if (at < 0) return null
  return {
    listQuery,
    size,
    index: index * size + at,
    total,
    isMore: hasMore,
    ids: { previous: rows[at - 1]?.order_id, next: rows[at + 1]?.order_id },
  }
}

/** Its place in what is at hand of the list; null where that does not hold it. */
export function findPlace(client: QueryClient, listQuery: OrderListQuery, orderId: number): ListPlace | null {
  for (const [queryKey, block] of client.getQueriesData<RowBlock>({ queryKey: listKey(listQuery) })) {
    const asked = z.safeParse(request, queryKey.at(-1)).data
    const place = block && asked ? placeInBlock(block, asked, listQuery, orderId) : null
    if (place) return place
  }
  return null
}

/** The order beside it, read with the block that holds it; undefined at an end of the list. */
export async function readNeighbour(
  client: QueryClient,
  { listQuery, size, index, ids }: ListPlace,
  step: 1 | -1,
): Promise<number | undefined> {
  const known = step === 1 ? ids.next : ids.previous
  const target = index + step
  if (known !== undefined || target < 0) return known
  const { rows } = await client.fetchQuery(blockQuery(listQuery, { size, index: Math.floor(target / size) }))
  return rows[target % size]?.order_id
}
