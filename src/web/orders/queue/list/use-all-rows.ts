import type { OrderRow } from '#contract/orders.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { useBlocks } from '#web/lib/use-blocks.ts'
import { scrolledBlockQuery, type RowBlock } from './list-queries.ts'
import type { OrderListQuery } from './list-request.ts'

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
export function useAllRows(
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
