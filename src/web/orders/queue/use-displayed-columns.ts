import { useElementSize, useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import type { QueueName } from '#contract/rules/queues.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import type { OrderRows } from './list/use-order-rows.ts'
import { screenOf, type ColumnKey, columnKeysOf } from './queue-screens.ts'
import { orderColumns } from './table/order-columns.tsx'

/** px of a row's box, View and trash. */
const controlsWidth = 146

/** The columns of a queue that the member chose and, if they want so, that fit. `today` is Jakarta's. */
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
    /** For an element as wide as the table. */
    ruler,
    columns,
    /** The props of the column chooser but the number of those shown. */
    chooser: { columns: all, ...choice, onChange: setChoice },
  }
}

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

const storedChoice = z.object({ hidden: z.array(z.string()), fitsWidth: z.boolean() })

interface ColumnChoice {
  hidden: readonly ColumnKey[]
  /** Columns that matter least are put away until the others fit. */
  fitsWidth: boolean
}

/** All of the specification's columns are on at first. */
const initialChoice: ColumnChoice = { hidden: [], fitsWidth: false }

/** Which columns of a queue a member has put away; remembered by member and queue. */
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

/** What is stored may be of another version, with other columns. */
function parseChoice(queue: QueueName, text: string | undefined): ColumnChoice {
  try {
    const { data } = z.safeParse(storedChoice, JSON.parse(text ?? 'null'))
    if (!data) return initialChoice
    return { ...data, hidden: columnKeysOf(queue).filter((key) => data.hidden.includes(key)) }
  } catch {
    return initialChoice
  }
}
