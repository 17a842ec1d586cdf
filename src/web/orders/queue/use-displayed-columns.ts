import { useElementSize, useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import type { QueueName } from '#contract/rules/queues.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import type { OrderRows } from './list/use-order-rows.ts'
import { screenOf, type ColumnKey } from './queue-screens.ts'
import { orderColumns } from './table/order-columns.tsx'

/** px: checkbox, View and Delete of a row. */
const controlsWidth = 146

/** The columns that the member chose, reduced to those that fit if the member wants it. `today` is Jakarta's date. */
export function useDisplayedColumns(queue: QueueName, today: string, { hasLeft }: OrderRows) {
  const screen = screenOf(queue)
  const { ref: ruler, width } = useElementSize()
  const [choice, setChoice] = useColumnChoice(queue)
  const all = useMemo(() => orderColumns(screen, today, hasLeft), [screen, today, hasLeft])
  const columns = useMemo(() => {
    const chosen = all.filter(({ key }) => !choice.hidden.includes(key))
    return choice.fitsWidth ? fitColumns(chosen, screen.emptyColumns, width - controlsWidth) : chosen
  }, [all, choice, screen, width])
  return {
    ruler,
    columns,
    chooser: { columns: all, ...choice, onChange: setChoice },
  }
}

interface FittedColumn {
  key: string
  /** px */
  width: number
}

/** Dropped first to fit the width, after the queue's empty columns. */
const leastNeeded: readonly ColumnKey[] = ['processMonth', 'orderType', 'telephone']

/** Drops columns until the others fit. `room` is in px; `emptyKeys` are columns without values in this queue. */
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
