import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { useBlocks } from '#web/lib/use-blocks.ts'
import { blockQuery, pageQuery, type RowBlock, scrolledBlockQuery } from './list-queries.ts'
import { isPaged, pageRequest, type Cursor, type OrderListQuery } from './list-request.ts'
import type { ListView } from './list-view.ts'
import { useSettledRows } from './use-settled-rows.ts'

const blockSize = 100

/** Up to here All is one call with the total as its limit (spec §2); longer lists load blocks on scroll. */
const maxSingleFetch = 1000
/** Skeleton rows while nothing is loaded. */
const initialRowCount = 10

export interface OrderRows {
  rowCount: number
  rowAt: (index: number) => OrderRow | undefined
  onRangeChange: (first: number, last: number) => void
  /** Set for lists that are not loaded completely. */
  loadedRows?: readonly OrderRow[]
  loadRows?: (first: number, last: number) => Promise<OrderRow[]>
  total: number | undefined
  hasMore: boolean
  keys: RowBlock['keys']
  /** The rows are of the previous request while the current one loads. */
  isPrevious: boolean
  isFetching: boolean
  /** Other queues that have what the search found nowhere here. */
  elsewhere: RowBlock['elsewhere']
  asOf: RowBlock['asOf']
  /** ms since 1970. */
  updatedAt: number
  /** The order was taken by others, and its row stays until the list is left or refreshed. */
  hasLeft: (row: OrderRow) => boolean
  leftIds: ReadonlySet<number>
  /** New rows held back so that the list does not jump; null if none. */
  news: News | null
  /** Shows the next fetch without holding rows back. */
  restart: () => void
  /** The failure of a list without data. */
  failure: CallError | null
}

/** Held-back orders; `count` is null for a list loaded by blocks. */
export type News = { count: number; isMore: boolean; show: () => void } | { count: null }

/** The rows of a view: one page, all in one answer, or the visible blocks of a long list. */
export function useOrderRows(
  listQuery: OrderListQuery,
  view: ListView,
  cursor: Cursor | undefined,
): OrderRows {
  const isAll = !isPaged(view)
  const countQuery = useQuery({
    ...blockQuery(listQuery, { size: 1, index: 0, exact: true }),
    enabled: isAll,
  })
  const total = countQuery.data?.total
  const { limit, renewLimit } = useHeldLimit(JSON.stringify(listQuery), total, countQuery.dataUpdatedAt)
  const usesBlocks = isAll && limit !== undefined && limit > maxSingleFetch

  const blockRequest = isAll ? { size: Math.max(1, limit ?? 1), index: 0 } : pageRequest(view, cursor)
  const page = useQuery({
    ...pageQuery(listQuery, blockRequest),
    placeholderData: keepPreviousData,
    enabled: !isAll || (limit !== undefined && !usesBlocks),
  })
  const all = useAllRows(listQuery, { total: total ?? 0, at: countQuery.dataUpdatedAt }, usesBlocks)

  const settled = useSettledRows({
    viewKey: JSON.stringify([listQuery, page.isPlaceholderData ? 'previous' : blockRequest]),
    block: usesBlocks ? undefined : page.data,
    fetchedAt: page.dataUpdatedAt,
    isFetching: page.isFetching,
    sort: listQuery.sort,
  })

  if (usesBlocks)
    return {
      ...all,
      rowCount: all.total,
      hasMore: false,
      keys: null,
      isPrevious: false,
      isFetching: all.isFetching || countQuery.isFetching,
      elsewhere: countQuery.data?.elsewhere,
      asOf: countQuery.data?.asOf,
      hasLeft: nothingLeft,
      leftIds: noIds,
      news: all.isOld ? { count: null } : null,
      restart: renewLimit,
    }
  const block = page.data
  // On later pages, held-back rows may be old ones that moved down.
  const isFirst = isAll || (view.page === 1 && !page.isPlaceholderData)
  const isLoading = block === undefined || (block.rows.length === 0 && block.total > 0)
  return {
    rowCount: isLoading ? initialRowCount : settled.rows.length,
    rowAt: (index) => (isLoading ? undefined : settled.rows[index]),
    onRangeChange: noop,
    total: block?.total,
    hasMore: block?.hasMore ?? false,
    keys: page.isPlaceholderData ? null : (block?.keys ?? null),
    isPrevious: page.isPlaceholderData,
    isFetching: page.isFetching || countQuery.isFetching,
    elsewhere: block?.elsewhere,
    asOf: block?.asOf,
    updatedAt: page.dataUpdatedAt,
    hasLeft: settled.hasLeft,
    leftIds: settled.leftIds,
    news:
      isFirst && block && settled.waitingCount > 0
        ? {
            count: settled.waitingCount,
            isMore: settled.waitingCount === block.rows.length && !block.isEnd,
            show: () => {
              renewLimit()
              settled.showWaiting()
            },
          }
        : null,
    restart: () => {
      renewLimit()
      settled.restart()
    },
    failure: block ? null : (page.error ?? (isAll ? countQuery.error : null)),
  }
}

const noop = () => {}
const nothingLeft = () => false
const noIds: ReadonlySet<number> = new Set()

interface AllRows {
  rowAt: (index: number) => OrderRow | undefined
  onRangeChange: (first: number, last: number) => void
  loadedRows: readonly OrderRow[]
  loadRows: (first: number, last: number) => Promise<OrderRow[]>
  total: number
  isFetching: boolean
  /** Changes are known but not shown. */
  isOld: boolean
  updatedAt: number
  failure: CallError | null
}

/** Drops duplicate orders, whose row keys would collide: an order may move to another block between two answers. */
function distinctRows(blocks: readonly { index: number; block: RowBlock }[]): Map<number, OrderRow> {
  const ids = new Set<number>()
  const rows = new Map<number, OrderRow>()
  for (const { index, block } of blocks)
    for (const [at, row] of block.rows.entries()) {
      if (!ids.has(row.order_id)) rows.set(index * blockSize + at, row)
      ids.add(row.order_id)
    }
  return rows
}

/** Loads the visible blocks of all rows. `counted` is the total and the time of its count. */
function useAllRows(
  listQuery: OrderListQuery,
  counted: { total: number; at: number },
  enabled: boolean,
): AllRows {
  const blocks = useBlocks(
    blockSize,
    (index) => scrolledBlockQuery(listQuery, { size: blockSize, index }),
    enabled,
  )
  const rows = distinctRows(blocks.inSight)
  // The count of a search's block is limited.
  const latest = blocks.inSight
    .filter(({ block, updatedAt }) => !block.hasMore && updatedAt > counted.at)
    .toSorted((a, b) => b.updatedAt - a.updatedAt)[0]
  const total = latest?.block.total ?? counted.total
  return {
    rowAt: (index) => rows.get(index),
    onRangeChange: blocks.onRangeChange,
    loadedRows: [...rows.values()],
    loadRows: async (first, last) => {
      const loaded = (await blocks.load(first, last)).flatMap((block) => block.rows)
      const skipped = first % blockSize
      return loaded.slice(skipped, skipped + last - first + 1)
    },
    total,
    isFetching: blocks.isFetching,
    isOld: blocks.isOld && !blocks.isFetching,
    updatedAt: blocks.updatedAt,
    failure: blocks.failure,
  }
}

interface HeldLimit {
  listKey: string
  limit: number
  /** Accepts the first count after this time, in ms. */
  renewAfter?: number | undefined
}

/**
 * The limit of All: the total when the list was opened or refreshed. It stays while others change the list, so that
 * rows keep their places. `at` is the time of the count, in ms.
 */
function useHeldLimit(listKey: string, total: number | undefined, at: number) {
  const [held, setHeld] = useState<HeldLimit>()
  const isHeld = held?.listKey === listKey && (held.renewAfter === undefined || held.renewAfter === at)
  if (total !== undefined && !isHeld) setHeld({ listKey, limit: total })
  return {
    limit: isHeld ? held.limit : total,
    /** Sets the limit to the current total, then to that of the next count. */
    renewLimit: () => total !== undefined && setHeld({ listKey, limit: total, renewAfter: at }),
  }
}
