/** Whether a row of the list before is this row of the list after; `at` and `to` are their indexes. */
export type IsSameRow<T> = (one: T, other: T, at: number, to: number) => boolean

/**
 * Pairs the rows of a list before and after, by index. The rounds are tried in turn; within one, a row that stayed in its
 * place comes first.
 */
export function matchRows<T>(
  before: readonly T[],
  after: readonly T[],
  rounds: readonly IsSameRow<T>[],
): Map<number, number> {
  const free = new Set(after.keys())
  const found = new Map<number, number>()
  for (const isSame of rounds)
    for (const [at, row] of before.entries()) {
      if (found.has(at)) continue
      const fits = (to: number) => {
        const other = after[to]
        return free.has(to) && other !== undefined && isSame(row, other, at, to)
      }
      const to = fits(at) ? at : [...free].find(fits)
      if (to === undefined) continue
      found.set(at, to)
      free.delete(to)
    }
  return found
}
