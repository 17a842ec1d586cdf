import { useRef } from 'react'
import type { Selection } from './table-types.ts'

/** As many as one bulk call takes (product §3). */
export const MAX_SELECTED_ROWS = 1000

interface RowSource<Row> {
  rowCount: number
  rowAt: (index: number) => Row | undefined
}

function loadedRows<Row>({ rowAt }: RowSource<Row>, first: number, last: number): Row[] {
  const rows: Row[] = []
  for (let index = first; index <= last && rows.length < MAX_SELECTED_ROWS; index++) {
    const row = rowAt(index)
    if (row !== undefined) rows.push(row)
  }
  return rows
}

/** Choosing single rows, ranges with shift, and all rows of the page. */
export function useRowSelection<Row>(rows: RowSource<Row>, selection: Selection<Row> | undefined) {
  const anchor = useRef(-1)

  const choose = (index: number, chosen: boolean, withShift: boolean) => {
    const from = withShift && anchor.current >= 0 ? anchor.current : index
    anchor.current = index
    selection?.onSelect(loadedRows(rows, Math.min(from, index), Math.max(from, index)), chosen)
  }

  const selectableRows = () => loadedRows(rows, 0, Math.min(rows.rowCount, MAX_SELECTED_ROWS) - 1)

  const chosenOfAll = () => {
    if (!selection) return { every: false, some: false }
    const candidates = selectableRows()
    const count = candidates.filter((row) => selection.isSelected(row)).length
    return { every: count > 0 && count === candidates.length, some: count > 0 && count < candidates.length }
  }

  return {
    choose,
    chosenOfAll,
    chooseAll: (chosen: boolean) => selection?.onSelect(selectableRows(), chosen),
  }
}
