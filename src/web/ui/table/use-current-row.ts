import { useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react'

interface CurrentRow {
  rowCount: number
  /** The element id of a row, or nothing while it is not drawn. */
  rowId: (index: number) => string | undefined
  /** How many rows a page key passes. */
  pageSize: () => number
  reveal: (index: number) => void
  /** px, to the inline end. */
  scrollSideways: (way: number) => void
  onChoose: (index: number) => void
  onOpen: (index: number) => void
  /** True if the key means something for the row. */
  onKey: (key: string, index: number) => boolean
}

const indexOf = (target: EventTarget) => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row ? Number(row.dataset.index) : -1
}

/** px that an arrow moves the columns. */
const SIDE_STEP = 80

/** The row that the keyboard works on: arrows or j and k move it, Space chooses, Enter opens (design, Keyboard). */
export function useCurrentRow(table: CurrentRow) {
  const [wanted, setWanted] = useState(-1)
  const current = Math.min(wanted, table.rowCount - 1)

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(index, table.rowCount - 1))
    setWanted(next)
    table.reveal(next)
  }

  const moves: Record<string, () => void> = {
    ArrowDown: () => moveTo(current + 1),
    j: () => moveTo(current + 1),
    ArrowUp: () => moveTo(current - 1),
    k: () => moveTo(current - 1),
    PageDown: () => moveTo(current + table.pageSize()),
    PageUp: () => moveTo(current - table.pageSize()),
    Home: () => moveTo(0),
    End: () => moveTo(table.rowCount - 1),
    ArrowRight: () => table.scrollSideways(SIDE_STEP),
    ArrowLeft: () => table.scrollSideways(-SIDE_STEP),
  }

  // Space and Enter belong to the control that has the focus; the table takes them only for itself.
  const acts: Record<string, () => void> = {
    ' ': () => table.onChoose(current),
    Enter: () => table.onOpen(current),
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || table.rowCount === 0) return
    const act = event.target === event.currentTarget && current >= 0 ? acts[event.key] : undefined
    const move = moves[event.key] ?? act
    if (move) move()
    else if (current < 0 || !table.onKey(event.key, current)) return
    event.preventDefault()
  }

  const takeRow = (event: FocusEvent | MouseEvent) => {
    const index = indexOf(event.target)
    if (index >= 0) setWanted(index)
  }

  /** What makes a table a grid that the keyboard works. */
  const gridProps = {
    role: 'grid',
    tabIndex: 0,
    'aria-activedescendant': table.rowId(current),
    onKeyDown,
    onFocus: takeRow,
    onMouseDown: takeRow,
  } as const

  return { current, gridProps }
}
