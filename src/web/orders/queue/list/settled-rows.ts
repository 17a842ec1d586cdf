import type { OrderRow, SortField } from '#contract/orders.ts'
import type { SortState } from '#web/ui/table/table-types.ts'

/** The rows on the screen, which keep their places while others work on the same queue. */
export interface SettledRows {
  rows: readonly OrderRow[]
  /** Those that left by somebody else's doing: they stay in their places, struck through. */
  leftIds: ReadonlySet<number>
  /** Those that the member's own action took away. */
  ownIds: ReadonlySet<number>
}

interface FetchedRows {
  rows: readonly OrderRow[]
  /** Set where nothing was fetched: the member's own action takes these away at once. */
  removedIds?: readonly number[] | undefined
  /** There are no rows after these. */
  isEnd: boolean
}

const noIds: ReadonlySet<number> = new Set()

export const freshRows = ({ rows }: Pick<FetchedRows, 'rows'>): SettledRows => ({
  rows,
  leftIds: noIds,
  ownIds: noIds,
})

/** Whether a row comes before another in the list's order; a missing date is the earliest. */
function precedes(a: OrderRow, b: OrderRow, { by, order }: SortState<SortField>): boolean {
  const [first, second] = order === 'asc' ? [a, b] : [b, a]
  const [earlier, later] = [first[by] ?? '', second[by] ?? '']
  return earlier === later ? first.order_id < second.order_id : earlier < later
}

/**
 * The rows on the screen after another fetch. None moves by somebody else's doing: one that left keeps its place, one
 * that came in before the last is shown at the next refresh. What the member's own action took away is closed up, filled
 * from the end, and comes back to its place when it is undone.
 */
export function settleRows(
  { rows: shown, leftIds, ownIds }: SettledRows,
  fetched: FetchedRows,
  sort: SortState<SortField>,
): SettledRows {
  if (fetched.removedIds) {
    const own = new Set([...ownIds, ...fetched.removedIds])
    return { rows: shown.filter((row) => !own.has(row.order_id)), leftIds, ownIds: own }
  }
  if (shown.length === 0) return freshRows(fetched)
  const fetchedById = new Map(fetched.rows.map((row) => [row.order_id, row]))
  const lastFetched = fetched.rows.at(-1)
  /** Pushed to the next page by rows that came in, rather than gone. */
  const isPushedOff = (row: OrderRow) =>
    !fetched.isEnd && lastFetched !== undefined && !precedes(row, lastFetched, sort)

  const kept = shown.map((row) => fetchedById.get(row.order_id) ?? row)
  const left = kept.filter((row) => !fetchedById.has(row.order_id) && !isPushedOff(row))
  const shownIds = new Set(shown.map((row) => row.order_id))
  const lastShown = shown.at(-1)
  const added = fetched.rows.filter(
    (row) =>
      !shownIds.has(row.order_id) &&
      (ownIds.has(row.order_id) || (lastShown !== undefined && precedes(lastShown, row, sort))),
  )
  return {
    rows: added.length === 0 ? kept : [...kept, ...added].toSorted((a, b) => (precedes(a, b, sort) ? -1 : 1)),
    leftIds: new Set(left.map((row) => row.order_id)),
    ownIds: new Set([...ownIds].filter((id) => !fetchedById.has(id))),
  }
}
