import { useElementSize, useLocalStorage } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import type { SortField } from '#contract/rules/list-order.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { widthIn } from '#web/ui/table/table-types.ts'
import type { OrderRows } from './list/use-order-rows.ts'
import { screenOf, type ColumnKey } from './queue-screens.ts'
import { orderColumns, shrunk, type OrderColumn } from './table/order-columns.tsx'

/** px: checkbox, View and Delete of a row. */
const controlsWidth = 146

interface DisplayedList {
  queue: QueueName
  /** The same while pages are turned and the list is sorted. */
  listKey: string
  sortedBy: SortField
  rows: OrderRows
}

/** The columns that the member chose, reduced to those that fit if the member wants it; those without a value are shrunk. */
export function useDisplayedColumns({ queue, listKey, sortedBy, rows }: DisplayedList) {
  const screen = screenOf(queue)
  const { ref: ruler, width } = useElementSize()
  const [choice, setChoice] = useColumnChoice(queue)
  const { hasLeft } = rows
  const all = useMemo(() => orderColumns(screen, hasLeft, sortedBy), [screen, hasLeft, sortedBy])
  const empty = useEmptyColumns(all, listKey, rows)
  const columns = useMemo(() => {
    const chosen = all
      .filter(({ key }) => !choice.hidden.includes(key))
      .map((column) => (empty?.includes(column.key) ? shrunk(column) : column))
    return choice.fitsWidth ? fitColumns(chosen, empty ?? [], width) : chosen
  }, [all, choice, empty, width])
  return {
    ruler,
    columns,
    chooser: { columns: all, ...choice, onChange: setChoice },
    /** Nothing is known of the columns' widths until the first rows are there. */
    hidesHeads: empty === null && rows.rowCount > 0 && rows.failure === null,
  }
}

/**
 * The columns without a value in the rows of the list so far: a further page only widens them. Null before the first rows.
 */
function useEmptyColumns(columns: readonly OrderColumn[], listKey: string, rows: OrderRows) {
  const [known, setKnown] = useState<{ listKey: string; empty: readonly ColumnKey[] } | null>(null)
  const loaded =
    rows.loadedRows ??
    Array.from({ length: rows.rowCount }, (_, index) => rows.rowAt(index)).filter((row) => row !== undefined)
  if (rows.isPrevious || loaded.length === 0) return known?.empty ?? null
  const isSame = known?.listKey === listKey
  const before = isSame ? known.empty : columns.filter(({ isEmpty }) => isEmpty).map(({ key }) => key)
  const empty = columns
    .filter(({ key, isEmpty }) => isEmpty && before.includes(key) && loaded.every(isEmpty))
    .map(({ key }) => key)
  if (isSame && empty.length === before.length) return known.empty
  setKnown({ listKey, empty })
  return empty
}

interface FittedColumn {
  key: string
  /** px */
  width: number
  roomyWidth?: number
}

/** Dropped first to fit the width, after the empty columns. */
const leastNeeded: readonly ColumnKey[] = ['processMonth', 'orderType', 'telephone']

/** Drops columns until the others fit a frame of this width in px; `emptyKeys` are columns without values. */
export function fitColumns<C extends FittedColumn>(
  columns: readonly C[],
  emptyKeys: readonly string[],
  frameWidth: number,
): C[] {
  let fitted = [...columns]
  const room = frameWidth - controlsWidth
  const total = () => fitted.reduce((sum, column) => sum + widthIn(frameWidth, column), 0)
  for (const key of [...emptyKeys, ...leastNeeded]) {
    if (total() <= room) break
    fitted = fitted.filter((column) => column.key !== key)
  }
  return fitted
}

const storedChoice = z.object({ hidden: z.array(z.string()), fitsWidth: z.boolean() })

interface ColumnChoice {
  hidden: readonly ColumnKey[]
  /** Drop columns until the others fit the width. */
  fitsWidth: boolean
}

const initialChoice: ColumnChoice = { hidden: [], fitsWidth: false }

/** The hidden columns, stored per member and queue. */
function useColumnChoice(queue: QueueName): [ColumnChoice, (choice: ColumnChoice) => void] {
  const { id } = useCurrentMember()
  const [choice, setChoice] = useLocalStorage<ColumnChoice>({
    key: `columns ${id} ${queue}`,
    defaultValue: initialChoice,
    getInitialValueInEffect: false,
    deserialize: (text) => parseChoice(queue, text),
  })
  return [choice, setChoice]
}

/** Stored keys of unknown columns are dropped. */
function parseChoice(queue: QueueName, text: string | undefined): ColumnChoice {
  try {
    const { data } = z.safeParse(storedChoice, JSON.parse(text ?? 'null'))
    if (!data) return initialChoice
    return { ...data, hidden: screenOf(queue).columns.filter((key) => data.hidden.includes(key)) }
  } catch {
    return initialChoice
  }
}
