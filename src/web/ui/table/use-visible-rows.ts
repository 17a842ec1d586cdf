import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { rowsToRender, ROWS_PER_STEP, type RenderedRows } from './rendered-rows.ts'
import { followScroll, positionAt, realHeight, type Extent, type ScrollPosition } from './scaled-scroll.ts'

/** The element that scrolls a list: its frame or the window. Positions are px from the first row's start. */
export interface Scroller {
  eventTarget: () => HTMLElement | Window | null
  element: () => HTMLElement | null
  top: () => number
  scrollBy: (distance: number) => void
  /** px of height available to rows. */
  viewHeight: () => number
}

interface VisibleRows {
  rows: number[]
  /** px of free space before and after them. */
  before: number
  after: number
  reveal: (index: number) => void
}

const isSameRange = (a: RenderedRows, b: RenderedRows) =>
  a.first === b.first && a.last === b.last && a.shift === b.shift

/**
 * Computes the rendered rows, all `rowHeight` px high. No library, because rows of equal height need no measuring, and
 * lists beyond the browser's height limit need scaled scrolling.
 */
export function useVisibleRows(
  scroller: Scroller,
  count: number,
  rowHeight: number,
  onRange: ((first: number, last: number) => void) | undefined,
): VisibleRows {
  const position = useRef<ScrollPosition>({ real: 0, virtual: 0 })
  const [{ first, last: requestedLast, shift }, setDrawn] = useState<RenderedRows>({
    first: 0,
    last: 2 * ROWS_PER_STEP - 1,
    shift: 0,
  })
  const last = Math.min(requestedLast, count - 1)
  const full = count * rowHeight

  const extent = useCallback(
    (): Extent => ({ fullHeight: full, viewHeight: scroller.viewHeight() }),
    [full, scroller],
  )

  const draw = useCallback(() => {
    const next = rowsToRender(position.current, extent(), rowHeight)
    setDrawn((before) => (isSameRange(before, next) ? before : next))
  }, [extent, rowHeight])

  /** Moves the scroll bar, and stores where the browser put it. */
  const scrollToVirtual = useCallback(
    (virtual: number) => {
      const target = positionAt(virtual, extent())
      scroller.scrollBy(target.real - scroller.top())
      position.current = { virtual: target.virtual, real: Math.max(0, scroller.top()) }
      draw()
    },
    [draw, extent, scroller],
  )

  useLayoutEffect(() => {
    const onScroll = () => {
      position.current = followScroll(position.current, scroller.top(), extent())
      flushSync(draw)
    }
    // Unscaled steps let the scroll bar drift from its scaled position.
    const onScrollEnd = () => {
      const { real, virtual } = position.current
      if (Math.abs(positionAt(virtual, extent()).real - real) >= 1) scrollToVirtual(virtual)
    }
    const onResize = () => {
      position.current = followScroll(position.current, scroller.top(), extent())
      draw()
    }
    const target = scroller.eventTarget()
    const element = scroller.element()
    const sizes = new ResizeObserver(onResize)
    if (element) sizes.observe(element)
    onResize()
    window.addEventListener('resize', onResize)
    target?.addEventListener('scroll', onScroll, { passive: true })
    target?.addEventListener('scrollend', onScrollEnd, { passive: true })
    return () => {
      sizes.disconnect()
      window.removeEventListener('resize', onResize)
      target?.removeEventListener('scroll', onScroll)
      target?.removeEventListener('scrollend', onScrollEnd)
    }
  }, [draw, extent, scroller, scrollToVirtual])

  useEffect(() => {
    if (last >= first) onRange?.(first, last)
  }, [first, last, onRange])

  const reveal = useCallback(
    (index: number) => {
      const start = index * rowHeight
      const { virtual } = position.current
      const { viewHeight } = extent()
      if (start < virtual) scrollToVirtual(start)
      else if (start + rowHeight > virtual + viewHeight) scrollToVirtual(start + rowHeight - viewHeight)
    },
    [extent, rowHeight, scrollToVirtual],
  )

  const drawnCount = Math.max(0, last - first + 1)
  const before = drawnCount === 0 ? 0 : Math.max(0, first * rowHeight + shift)
  return {
    rows: Array.from({ length: drawnCount }, (_, position) => first + position),
    before,
    after: Math.max(0, realHeight({ fullHeight: full, viewHeight: 0 }) - before - drawnCount * rowHeight),
    reveal,
  }
}
