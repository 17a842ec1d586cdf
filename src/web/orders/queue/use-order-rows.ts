import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OrderRow } from '#contract/orders.ts'
import type { CallRefused } from '#web/lib/call-refused.ts'
import { useBlocks } from '#web/lib/use-blocks.ts'
import { blockQuery, type Listed, type RowBlock } from './list-queries.ts'
import type { ListView } from './list-view.ts'
import type { Cursor } from './use-list-view.ts'

/** Up to here All is one call whose limit is the total (spec §2); beyond, rows come as they are scrolled to. */
const onceAtMost = 1000
const blockSize = 500
/** Skeletons in the place of rows of which nothing is known. */
const rowsAtFirst = 10

export interface OrderRows {
  rowCount: number
  rowAt: (index: number) => OrderRow | undefined
  onRange: (first: number, last: number) => void
  total: number | undefined
  more: boolean
  keys: RowBlock['keys']
  /** The rows of what was asked for before, until these are here. */
  isPrevious: boolean
  fetching: boolean
  /** When the rows were read, in ms. */
  readAt: number
  /** Nothing is there, and this is why. */
  failure: CallRefused | null
}

/** The rows of a view: one page, all in one answer, or those of any number that are in sight. */
export function useOrderRows(listed: Listed, view: ListView, cursor: Cursor | undefined): OrderRows {
  const all = view.rows === 'All'
  const counted = useQuery({ ...blockQuery(listed, { size: 1, index: 0, exact: true }), enabled: all })
  const total = counted.data?.total
  const inBlocks = all && total !== undefined && total > onceAtMost

  const wish = all
    ? { size: Math.max(1, total ?? 1), index: 0 }
    : { size: rowsOf(view), index: view.page - 1, cursor }
  const page = useQuery({
    ...blockQuery(listed, wish),
    placeholderData: keepPreviousData,
    enabled: !all || (total !== undefined && !inBlocks),
  })
  const blocks = useBlocks(blockSize, (index) => blockQuery(listed, { size: blockSize, index }), inBlocks)

  if (inBlocks)
    return {
      rowCount: total,
      rowAt: (index) => blocks.blockOf(index)?.rows[index % blockSize],
      onRange: blocks.onRange,
      total,
      more: false,
      keys: null,
      isPrevious: false,
      fetching: blocks.fetching || counted.isFetching,
      readAt: blocks.readAt,
      failure: blocks.failure,
    }
  const block = page.data
  const waiting = block === undefined || (block.rows.length === 0 && block.total > 0)
  return {
    rowCount: waiting ? rowsAtFirst : block.rows.length,
    rowAt: (index) => block?.rows[index],
    onRange: doNothing,
    total: block?.total,
    more: block?.more ?? false,
    keys: page.isPlaceholderData ? null : (block?.keys ?? null),
    isPrevious: page.isPlaceholderData,
    fetching: page.isFetching || counted.isFetching,
    readAt: page.dataUpdatedAt,
    failure: block ? null : (page.error ?? (all ? counted.error : null)),
  }
}

const doNothing = () => {}
const rowsOf = ({ rows }: ListView) => (rows === 'All' ? blockSize : rows)
