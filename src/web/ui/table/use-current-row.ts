import { useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react'

interface CurrentRowOptions {
  rowCount: number
  /** Element id; undefined for a row that is not rendered. */
  rowId: (index: number) => string | undefined
  pageSize: () => number
  reveal: (index: number) => void
  /** px towards the inline end. */
  scrollHorizontally: (distance: number) => void
  /** `withShift` selects the range from the last selected row. */
  onSelect: (index: number, withShift: boolean) => void
  onOpen: (index: number) => void
}

const rowIndexAt = (target: EventTarget) => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row ? Number(row.dataset.index) : -1
}

/** px per arrow key. */
const HORIZONTAL_STEP = 80

/** Row navigation: arrows move, Space selects (with Shift a range), Enter opens (design, Keyboard). */
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
    ArrowUp: () => moveTo(current - 1),
    PageDown: () => moveTo(current + table.pageSize()),
    PageUp: () => moveTo(current - table.pageSize()),
    Home: () => moveTo(0),
    End: () => moveTo(table.rowCount - 1),
    ArrowRight: () => table.scrollHorizontally(HORIZONTAL_STEP),
    ArrowLeft: () => table.scrollHorizontally(-HORIZONTAL_STEP),
  }

  // Space and Enter belong to a focused control; the table handles them only if it has the focus itself.
  const activationKeys: Record<string, (withShift: boolean) => void> = {
    ' ': (withShift) => table.onSelect(current, withShift),
    Enter: () => table.onOpen(current),
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || table.rowCount === 0) return
    const act = event.target === event.currentTarget && current >= 0 ? activationKeys[event.key] : undefined
    const move = navigationKeys[event.key] ?? act
    if (!move) return
    move(event.shiftKey)
    event.preventDefault()
  }

  const handleRowFocus = (event: FocusEvent | MouseEvent) => {
    const index = rowIndexAt(event.target)
    if (index >= 0) setRequestedIndex(index)
  }

  const gridProps = {
    role: 'grid',
    tabIndex: 0,
    'aria-activedescendant': table.rowId(current),
    onKeyDown,
    onFocus: handleRowFocus,
    onMouseDown: handleRowFocus,
  } as const

  return { current, moveTo, gridProps }
}
