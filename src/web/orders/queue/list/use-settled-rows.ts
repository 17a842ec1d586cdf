import { useCallback, useState } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import type { SortField } from '#contract/rules/list-order.ts'
import type { SortState } from '#web/ui/table/table-types.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import type { RowBlock } from './list-queries.ts'

interface Source {
  /** Another key starts afresh. */
  viewKey: string
  block: RowBlock | undefined
  /** ms since 1970; a refetch with equal data keeps the same block. */
  fetchedAt: number
  isFetching: boolean
  sort: SortState<SortField>
}

interface SettledView {
  rows: readonly OrderRow[]
  hasLeft: (row: OrderRow) => boolean
  leftIds: ReadonlySet<number>
  waitingCount: number
  showWaiting: () => void
  /** Shows the next fetch without holding rows back. */
  restart: () => void
}

/** The rows of a page; changes by others move none until the list is left or refreshed. */
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
    // Shows the last fetch now and the next one when it arrives.
    restart: () => setState((before) => ({ ...shownAsFetched(before), isProvisional: true })),
  }
}

/** The displayed rows, which keep their places while others change the queue. */
interface SettledRows {
  rows: readonly OrderRow[]
  /** Orders that others took out of the list; their rows stay, struck through. */
  leftIds: ReadonlySet<number>
  ownIds: ReadonlySet<number>
  /** Fetched orders that are held back, because they would move other rows. */
  waitingIds: ReadonlySet<number>
}

interface FetchedRows {
  rows: readonly OrderRow[]
  /** An optimistic removal by the member's own action, without fetched rows. */
  removedIds?: readonly number[] | undefined
  isEnd: boolean
}

const noIds: ReadonlySet<number> = new Set()

/** Shows rows as fetched. Keeps `ownIds`, so that an undo brings their rows back. */
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
 * Compares rows by date; a missing date is the earliest. Only the server orders rows of the same second, because ids do
 * not follow the time of arrival.
 */
function precedes(a: OrderRow, b: OrderRow, { by, order }: SortState<SortField>): boolean {
  const [first, second] = order === 'asc' ? [a, b] : [b, a]
  return sortKey(first, by) < sortKey(second, by)
}

/** Orders with a missed promise sort last (product §12). */
function sortKey(row: OrderRow, by: SortField): string {
  if (by !== 'due_at') return row[by] ?? ''
  const isMissed = row.travel_date !== null && row.travel_date < jakartaToday(new Date())
  return `${isMissed ? 'missed' : ''} ${row.due_at ?? '~'}`
}

/** Inserts rows in fetched order, and among rows that left by date. */
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
 * The displayed rows after another fetch. Changes by others move no row: an order that left keeps its place, and a new
 * one before the last row is held back. Rows that the member's own action removed close up, are filled from the end,
 * and return to their places on undo.
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
  /** True for a row that new rows pushed to the next page. */
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

interface SettledState extends SettledRows {
  viewKey: string | null
  block: RowBlock | undefined
  fetchedAt: number
  /** Shows the next fetch as it is: the rows are from before the view, or a refresh is under way. */
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
