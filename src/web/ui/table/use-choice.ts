import { useRef } from 'react'
import type { Selection } from './table-types.ts'

/** As many as one bulk call takes (product §3). */
export const CHOOSE_AT_MOST = 1000

interface Rows<Row> {
  rowCount: number
  rowAt: (index: number) => Row | undefined
}

function loaded<Row>({ rowAt }: Rows<Row>, first: number, last: number): Row[] {
  const rows: Row[] = []
  for (let index = first; index <= last && rows.length < CHOOSE_AT_MOST; index++) {
    const row = rowAt(index)
    if (row !== undefined) rows.push(row)
  }
  return rows
}

/** Choosing single rows, ranges with shift, and all rows of the page. */
export function useChoice<Row>(rows: Rows<Row>, selection: Selection<Row> | undefined) {
  const anchor = useRef(-1)

  const choose = (index: number, chosen: boolean, withShift: boolean) => {
    const from = withShift && anchor.current >= 0 ? anchor.current : index
    anchor.current = index
    selection?.onChoose(loaded(rows, Math.min(from, index), Math.max(from, index)), chosen)
  }

  const all = () => loaded(rows, 0, Math.min(rows.rowCount, CHOOSE_AT_MOST) - 1)

  const chosenOfAll = () => {
    if (!selection) return { every: false, some: false }
    const candidates = all()
    const count = candidates.filter((row) => selection.isChosen(row)).length
    return { every: count > 0 && count === candidates.length, some: count > 0 && count < candidates.length }
  }

  return { choose, chosenOfAll, chooseAll: (chosen: boolean) => selection?.onChoose(all(), chosen) }
}
