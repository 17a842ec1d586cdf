import { useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react'

interface CurrentRowOptions {
  rowCount: number
  /** The element id of a row, or undefined while it is not rendered. */
  rowId: (index: number) => string | undefined
  /** How many rows PageUp and PageDown move. */
  pageSize: () => number
  reveal: (index: number) => void
  /** px, to the inline end. */
  scrollHorizontally: (distance: number) => void
  /** `withShift`: with all from the row that was chosen before. */
  onSelect: (index: number, withShift: boolean) => void
  onOpen: (index: number) => void
  /** True if the key was handled. */
  onKey: (key: string, index: number) => boolean
}

const rowIndexAt = (target: EventTarget) => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row ? Number(row.dataset.index) : -1
}

/** px that an arrow moves the columns. */
const HORIZONTAL_STEP = 80

/** Keyboard navigation of rows: arrows or j and k move, Space selects (with Shift down to here), Enter opens (design, Keyboard). */
export function useCurrentRow(table: CurrentRowOptions) {
  const [requestedIndex, setRequestedIndex] = useState(-1)
  const current = Math.min(requestedIndex, table.rowCount - 1)

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(index, table.rowCount - 1))
    setRequestedIndex(next)
    table.reveal(next)
  }

  const navigationKeys: Record<string, () => void> = {
    ArrowDown: () => moveTo(current + 1),
    j: () => moveTo(current + 1),
    ArrowUp: () => moveTo(current - 1),
    k: () => moveTo(current - 1),
    PageDown: () => moveTo(current + table.pageSize()),
    PageUp: () => moveTo(current - table.pageSize()),
    Home: () => moveTo(0),
    End: () => moveTo(table.rowCount - 1),
    ArrowRight: () => table.scrollHorizontally(HORIZONTAL_STEP),
    ArrowLeft: () => table.scrollHorizontally(-HORIZONTAL_STEP),
  }

  // Space and Enter belong to the focused control; the table handles them only when it has the focus itself.
  const activationKeys: Record<string, (withShift: boolean) => void> = {
    ' ': (withShift) => table.onSelect(current, withShift),
    Enter: () => table.onOpen(current),
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || table.rowCount === 0) return
    const act = event.target === event.currentTarget && current >= 0 ? activationKeys[event.key] : undefined
    const move = navigationKeys[event.key] ?? act
    if (move) move(event.shiftKey)
    else if (current < 0 || !table.onKey(event.key, current)) return
    event.preventDefault()
  }

  const handleRowFocus = (event: FocusEvent | MouseEvent) => {
    const index = rowIndexAt(event.target)
    if (index >= 0) setRequestedIndex(index)
  }

  /** The props that make a table a keyboard-operable grid. */
  const gridProps = {
    role: 'grid',
    tabIndex: 0,
    'aria-activedescendant': table.rowId(current),
    onKeyDown,
    onFocus: handleRowFocus,
    onMouseDown: handleRowFocus,
  } as const

  return { current, gridProps }
}
