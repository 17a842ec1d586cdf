import { useCallback, useState } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import type { SortField } from '#contract/rules/list-order.ts'
import type { SortState } from '#web/ui/table/table-types.ts'
import type { RowBlock } from './list-queries.ts'
import { freshRows, settleRows, type SettledRows } from './settled-rows.ts'

interface Source {
  /** Another one begins anew. */
  viewKey: string
  /** As last fetched. */
  block: RowBlock | undefined
  /** When, in ms since 1970: a fetch that finds the same gives no other block. */
  fetchedAt: number
  /** A newer one is being fetched. */
  isFetching: boolean
  sort: SortState<SortField>
}

interface SettledState extends SettledRows {
  viewKey: string | null
  block: RowBlock | undefined
  fetchedAt: number
  /** The next fetch is shown as it is: these rows are from before the view, or a refresh was asked for. */
  isProvisional: boolean
}

const initialState: SettledState = {
  ...freshRows({ rows: [] }),
  viewKey: null,
  block: undefined,
  fetchedAt: 0,
  isProvisional: true,
}

const shownAsFetched = (state: SettledState): SettledState => ({
  ...state,
  ...(state.block && freshRows(state.block, state.ownIds)),
})

interface SettledView {
  rows: readonly OrderRow[]
  hasLeft: (row: OrderRow) => boolean
  leftIds: ReadonlySet<number>
  /** Rows that are fetched and would move others. */
  waitingCount: number
  /** Shows what was fetched last as it is. */
  showWaiting: () => void
  /** The next fetch is shown as it is, as Refresh wants it. */
  restart: () => void
}

/** The rows of a page, none of which moves by somebody else's doing until the list is left or refreshed. */
export function useSettledRows({ viewKey, block, fetchedAt, isFetching, sort }: Source): SettledView {
  const [state, setState] = useState(initialState)
  let current = state
  const isAnew = state.viewKey !== viewKey
  if (block && (isAnew || state.block !== block || state.fetchedAt !== fetchedAt)) {
    const isOwnChange = block.removedIds !== undefined
    const fetched = { rows: block.rows, removedIds: block.removedIds, isEnd: block.isEnd }
    current = {
      ...(isAnew || (state.isProvisional && !isOwnChange)
        ? freshRows(block, isAnew ? undefined : state.ownIds)
        : settleRows(state, fetched, sort)),
      viewKey,
      block,
      fetchedAt,
      isProvisional: isAnew ? isFetching : state.isProvisional && isOwnChange,
    }
    setState(current)
  }
  const { leftIds } = current
  const hasLeft = useCallback((row: OrderRow) => leftIds.has(row.order_id), [leftIds])
  return {
    rows: current.rows,
    hasLeft,
    leftIds,
    waitingCount: current.waitingIds.size,
    showWaiting: () => setState(shownAsFetched),
    // At once from what was fetched last, and then as the next fetch finds it.
    restart: () => setState((before) => ({ ...shownAsFetched(before), isProvisional: true })),
  }
}
