import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import type { QueueName } from '#contract/rules/queues.ts'
import { fitColumns } from './displayed-columns.ts'
import type { OrderRows } from './list/use-order-rows.ts'
import { screenOf } from './queue-screens.ts'
import { orderColumns } from './table/order-columns.tsx'
import { useColumnChoice } from './use-column-choice.ts'

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
