import { useRef } from 'react'
import { useLatestCallback } from '#web/lib/use-latest-callback.ts'
import type { DataTableProps, Selection } from './table-types.ts'

/** The limit of one bulk call (product §3). */
export const MAX_SELECTED_ROWS = 1000

type RowSource<Row> = Pick<DataTableProps<Row>, 'rowCount' | 'rowAt' | 'loadedRows' | 'loadRows'>

function rowsBetween<Row>({ rowAt }: RowSource<Row>, first: number, last: number): Row[] {
  const rows: Row[] = []
  for (let index = first; index <= last && rows.length < MAX_SELECTED_ROWS; index++) {
    const row = rowAt(index)
    if (row !== undefined) rows.push(row)
  }
  return rows
}

/** Selects single rows, ranges (shift), and all loaded rows up to the limit. */
export function useRowSelection<Row>(source: RowSource<Row>, selection: Selection<Row> | undefined) {
  const anchor = useRef(-1)
  const select = useLatestCallback((rows: readonly Row[], chosen: boolean) =>
    selection?.onSelect(rows, chosen),
  )

  const choose = useLatestCallback((index: number, chosen: boolean, withShift: boolean) => {
    const from = withShift && anchor.current >= 0 ? anchor.current : index
    anchor.current = index
    const first = Math.min(from, index)
    const last = Math.min(Math.max(from, index), first + MAX_SELECTED_ROWS - 1)
    const rows = rowsBetween(source, first, last)
    if (!source.loadRows || rows.length > last - first) select(rows, chosen)
    // `loadRows` has shown the failure.
    else source.loadRows(first, last).then((loaded) => select(loaded, chosen), noop)
  })

  const selectableRows = () =>
    source.loadedRows?.slice(0, MAX_SELECTED_ROWS) ??
    rowsBetween(source, 0, Math.min(source.rowCount, MAX_SELECTED_ROWS) - 1)

  const chosenOfAll = () => {
    if (!selection) return { every: false, some: false }
    const candidates = selectableRows()
    const count = candidates.filter((row) => selection.isSelected(row)).length
    return { every: count > 0 && count === candidates.length, some: count > 0 && count < candidates.length }
  }

  return {
    choose,
    chosenOfAll,
    chooseAll: (chosen: boolean) => select(selectableRows(), chosen),
  }
}

const noop = () => {}
