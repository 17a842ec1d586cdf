import type { ColumnKey } from './queue-screens.ts'

interface FittedColumn {
  key: string
  /** px */
  width: number
}

/** What is put away first to fit the width, after the columns that are empty in the queue. */
const leastNeeded: readonly ColumnKey[] = ['processMonth', 'orderType', 'telephone']

/**
 * The columns without the least needed ones, until the others fit. `room`: px for all of them; `emptyKeys`: those that
 * hold nothing in this queue.
 */
export function fitColumns<C extends FittedColumn>(
  columns: readonly C[],
  emptyKeys: readonly string[],
  room: number,
): C[] {
  let fitted = [...columns]
  const total = () => fitted.reduce((sum, { width }) => sum + width, 0)
  for (const key of [...emptyKeys, ...leastNeeded]) {
    if (total() <= room) break
    fitted = fitted.filter((column) => column.key !== key)
  }
  return fitted
}
