import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { listOpenedFrom, type BackTarget } from '#web/lib/back-target.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { showToast } from '#web/ui/toast.tsx'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { queues, queueNames } from '#contract/rules/queues.ts'
import { blockQuery, listKey, toOrderListQuery, type RowBlock } from '../queue/list/list-queries.ts'
import { pageRequest, isPaged, type OrderListQuery } from '../queue/list/list-request.ts'
import { parseListView, type ListView } from '../queue/list/list-view.ts'

export type PlaceInListProps = ReturnType<typeof useListPlace>

/**
 * The order's place in the list that it was opened from. It stays as it was, because work on the order takes it out of
 * the list. The shortcuts open the neighbours at `pathOf`; the Back target stays.
 */
export function useListPlace(orderId: number, pathOf: (orderId: number) => string = viewOrderPath) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [backTarget] = useState(() => listOpenedFrom(history.state))
  const [list] = useState(() => backTarget && parseListAddress(backTarget))
  const [place, setPlace] = useState(() => list && findPlace(client, list.listQuery, orderId))
  // After a reload the cache is empty. A search is not repeated, because the server records each one.
  const page = useQuery({
    ...blockQuery(
      list?.listQuery ?? noList,
      list && isPaged(list.view) ? pageRequest(list.view, undefined) : noBlock,
    ),
    enabled: list !== null && place === null && isPaged(list.view) && list.listQuery.searchVal === '',
  })
  const found = list && place === null && page.data ? findPlace(client, list.listQuery, orderId) : null
  if (found) setPlace(found)

  const go = async (step: 1 | -1) => {
    if (!place) return
    const id = await readNeighbour(client, place, step).catch(() => undefined)
    if (id === undefined)
      showToast({
        tone: 'good',
        title: step === 1 ? 'This is the last of the list.' : 'This is the first of the list.',
      })
    else navigate(pathOf(id), { replace: true, state: { backTarget } })
  }
  const handlers = place
    ? { nextOrder: () => void go(1), previousOrder: () => void go(-1) }
    : { nextOrder: undefined, previousOrder: undefined }
  useShortcuts(handlers)
  return { place, ...handlers }
}

/** For a disabled query. */
const noList = {
  queue: 'newOrder',
  month: null,
  searchVal: '',
  sort: { by: 'created_at', order: 'desc' },
  filters: {},
} as const
const noBlock = { size: 1, index: 0 }

interface ListPlace {
  listQuery: OrderListQuery
  size: number
  index: number
  total: number
  /** The count stopped at its limit. */
  isMore: boolean
  ids: { previous: number | undefined; next: number | undefined }
}

/** The list of a URL; null if it is not a list of orders. */
function parseListAddress({ href }: BackTarget): { listQuery: OrderListQuery; view: ListView } | null {
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

/** Looks in the cached blocks; null if none holds the order. */
function findPlace(client: QueryClient, listQuery: OrderListQuery, orderId: number): ListPlace | null {
  for (const [queryKey, block] of client.getQueriesData<RowBlock>({ queryKey: listKey(listQuery) })) {
    const asked = z.safeParse(request, queryKey.at(-1)).data
    const place = block && asked ? placeInBlock(block, asked, listQuery, orderId) : null
    if (place) return place
  }
  return null
}

/** The neighbour's id, fetched with its block if needed; undefined at an end of the list. */
async function readNeighbour(
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
