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

/** What is at hand of all rows of a list. */
interface AllRows {
  rowAt: (index: number) => OrderRow | undefined
  onRangeChange: (first: number, last: number) => void
  /** Those in sight that are loaded. */
  loadedRows: readonly OrderRow[]
  loadRows: (first: number, last: number) => Promise<OrderRow[]>
  /** As the last answer says. */
  total: number
  isFetching: boolean
  /** The list has changed, and is shown as it was. */
  isOld: boolean
  updatedAt: number
  failure: CallError | null
}

/** No order twice, which would be two rows of one key: between two answers one may have moved to the next block. */
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

/** All rows of a list, of which those in sight are fetched. `counted`: their number when they were counted. */
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
  // The number that a search's block tells has a limit.
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

/** Up to here All is one call whose limit is the total (spec §2); beyond, rows come as they are scrolled to. */
const maxSingleFetch = 1000
/** Skeletons in the place of rows of which nothing is known. */
const initialRowCount = 10

export interface OrderRows {
  rowCount: number
  rowAt: (index: number) => OrderRow | undefined
  onRangeChange: (first: number, last: number) => void
  /** Those at hand where not all are, and how to get others. */
  loadedRows?: readonly OrderRow[]
  loadRows?: (first: number, last: number) => Promise<OrderRow[]>
  total: number | undefined
  hasMore: boolean
  keys: RowBlock['keys']
  /** The rows of what was asked for before, until these are here. */
  isPrevious: boolean
  isFetching: boolean
  /** Where they were read from a replica. */
  asOf: RowBlock['asOf']
  /** When the rows were read, in ms. */
  updatedAt: number
  /** It left by somebody else's doing, and stays in its place until the list is left or refreshed. */
  hasLeft: (row: OrderRow) => boolean
  leftIds: ReadonlySet<number>
  /** What others have brought, and would move the rows; null where nothing has. */
  news: News | null
  /** The next fetch is shown as it is. */
  restart: () => void
  /** Nothing is there, and this is why. */
  failure: CallError | null
}

/** How many orders wait to be shown; of a list that one scrolls through only that there are other rows. */
export type News = { count: number; isMore: boolean; show: () => void } | { count: null }

/** The rows of a view: one page, all in one answer, or those of any number that are in sight. */
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
      asOf: countQuery.data?.asOf,
      hasLeft: nothingLeft,
      leftIds: noIds,
      news: all.isOld ? { count: null } : null,
      restart: renewLimit,
    }
  const block = page.data
  // Rows come down to a later page also when none of them is new.
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

interface HeldLimit {
  listKey: string
  limit: number
  /** Another count than that of this moment takes its place. */
  renewAfter?: number | undefined
}

/**
 * How many rows All asks for: the total when the list was opened or refreshed. It stays while others work on the list,
 * so that the rows keep their places. `total` was counted `at`, in ms.
 */
function useHeldLimit(listKey: string, total: number | undefined, at: number) {
  const [held, setHeld] = useState<HeldLimit>()
  const isHeld = held?.listKey === listKey && (held.renewAfter === undefined || held.renewAfter === at)
  if (total !== undefined && !isHeld) setHeld({ listKey, limit: total })
  return {
    limit: isHeld ? held.limit : total,
    /** The limit is the total again, and that of the next count. */
    renewLimit: () => total !== undefined && setHeld({ listKey, limit: total, renewAfter: at }),
  }
}
