import { useCallback, useState } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import type { SortField } from '#contract/rules/list-order.ts'
import type { SortState } from '#web/ui/table/table-types.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import type { RowBlock } from './list-queries.ts'

/** The rows on the screen, which keep their places while others work on the same queue. */
interface SettledRows {
  rows: readonly OrderRow[]
  /** Those that left by somebody else's doing: they stay in their places, struck through. */
  leftIds: ReadonlySet<number>
  /** Those that the member's own action took away. */
  ownIds: ReadonlySet<number>
  /** Fetched, and not shown yet: they would move the others. */
  waitingIds: ReadonlySet<number>
}

interface FetchedRows {
  rows: readonly OrderRow[]
  /** Set where nothing was fetched: the member's own action takes these away at once. */
  removedIds?: readonly number[] | undefined
  /** There are no rows after these. */
  isEnd: boolean
}

const noIds: ReadonlySet<number> = new Set()

/** As they were fetched. What the member's own action took away is known on, so that it comes back when it is undone. */
export const freshRows = (
  { rows }: Pick<FetchedRows, 'rows'>,
  ownIds: SettledRows['ownIds'] = noIds,
): SettledRows => ({
  rows,
  leftIds: noIds,
  ownIds: stillAway(ownIds, rows),
  waitingIds: noIds,
})

function stillAway(ownIds: SettledRows['ownIds'], fetched: readonly OrderRow[]): SettledRows['ownIds'] {
  const away = new Set(ownIds)
  for (const { order_id: id } of fetched) away.delete(id)
  return away
}

/**
 * Whether a row comes before another by its date; a missing one is the earliest. Rows of one second are told apart by the
 * server alone, because ids say nothing of when an order came.
 */
function precedes(a: OrderRow, b: OrderRow, { by, order }: SortState<SortField>): boolean {
  const [first, second] = order === 'asc' ? [a, b] : [b, a]
  return sortKey(first, by) < sortKey(second, by)
}

/** By its promise an order comes behind all others once it is missed (product §12). */
function sortKey(row: OrderRow, by: SortField): string {
  if (by !== 'due_at') return row[by] ?? ''
  const isMissed = row.travel_date !== null && row.travel_date < jakartaToday(new Date())
  return `${isMissed ? 'missed' : ''} ${row.due_at ?? '~'}`
}

/** Puts rows into their places among those shown: by the fetched order, and among rows that left by their dates. */
function insertRows(
  shown: readonly OrderRow[],
  added: readonly OrderRow[],
  ranks: ReadonlyMap<number, number>,
  sort: SortState<SortField>,
): OrderRow[] {
  const rows = [...shown]
  for (const row of added) {
    const rank = ranks.get(row.order_id) ?? 0
    let place = rows.findLastIndex(({ order_id: id }) => (ranks.get(id) ?? Infinity) < rank) + 1
    for (let next = rows[place]; next && !ranks.has(next.order_id) && precedes(next, row, sort);) {
      place += 1
      next = rows[place]
    }
    rows.splice(place, 0, row)
  }
  return rows
}

/**
 * The rows on the screen after another fetch. None moves by somebody else's doing: one that left keeps its place, one
 * that came in before the last waits until it is asked for. What the member's own action took away is closed up, filled
 * from the end, and comes back to its place when it is undone.
 */
export function settleRows(
  { rows: shown, leftIds, ownIds, waitingIds }: SettledRows,
  fetched: FetchedRows,
  sort: SortState<SortField>,
): SettledRows {
  if (fetched.removedIds) {
    const own = new Set([...ownIds, ...fetched.removedIds])
    return { rows: shown.filter((row) => !own.has(row.order_id)), leftIds, ownIds: own, waitingIds }
  }
  if (shown.length === 0) return freshRows(fetched, ownIds)
  const fetchedById = new Map(fetched.rows.map((row) => [row.order_id, row]))
  const ranks = new Map(fetched.rows.map((row, rank) => [row.order_id, rank]))
  const lastFetched = fetched.rows.at(-1)
  const lastKeptAt = shown.findLastIndex((row) => fetchedById.has(row.order_id))
  /** Pushed to the next page by rows that came in, rather than gone: with all that were behind it. */
  const isPushedOff = (row: OrderRow, at: number) =>
    !fetched.isEnd && at > lastKeptAt && lastFetched !== undefined && !precedes(row, lastFetched, sort)

  const kept = shown.map((row) => fetchedById.get(row.order_id) ?? row)
  const left = kept.filter((row, at) => !fetchedById.has(row.order_id) && !isPushedOff(row, at))
  const shownIds = new Set(shown.map((row) => row.order_id))
  const lastShown = shown.at(-1)
  const lastRank = ranks.get(lastShown?.order_id ?? 0)
  const isAfterLast = (row: OrderRow, rank: number) =>
    lastRank === undefined ? lastShown !== undefined && precedes(lastShown, row, sort) : rank > lastRank
  const added = fetched.rows.filter(
    (row, rank) => !shownIds.has(row.order_id) && (ownIds.has(row.order_id) || isAfterLast(row, rank)),
  )
  const rows = insertRows(kept, added, ranks, sort)
  const placedIds = new Set(rows.map((row) => row.order_id))
  return {
    rows,
    leftIds: new Set(left.map((row) => row.order_id)),
    ownIds: stillAway(ownIds, fetched.rows),
    waitingIds: new Set([...fetchedById.keys()].filter((id) => !placedIds.has(id))),
  }
}

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
