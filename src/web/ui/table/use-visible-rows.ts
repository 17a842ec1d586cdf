import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { drawnRows, STEP, type DrawnRows } from './drawn-rows.ts'
import { follow, placeAt, realHeight, type Extent, type Place } from './scaled-scroll.ts'

/** What scrolls a list: its own frame, or the window. Positions are px from the start of the list's first row. */
export interface Scroller {
  /** Where its scroll events arrive. */
  events: () => HTMLElement | Window | null
  /** What changes its size with it. */
  element: () => HTMLElement | null
  top: () => number
  scrollBy: (way: number) => void
  /** The height in which rows can be seen. */
  view: () => number
}

interface VisibleRows {
  /** Indices to draw, in order. */
  rows: number[]
  /** px to leave free before and after them. */
  before: number
  after: number
  /** Scrolls as little as needed to show the row. */
  reveal: (index: number) => void
}

const isSame = (a: DrawnRows, b: DrawnRows) => a.first === b.first && a.last === b.last && a.shift === b.shift

/**
 * Which of the rows, all `rowHeight` px high, are to be drawn. Ours rather than a library's, since rows of one height
 * need no measuring, and a list beyond the browser's height limit needs scaled scrolling.
 */
export function useVisibleRows(
  scroller: Scroller,
  count: number,
  rowHeight: number,
  onRange: ((first: number, last: number) => void) | undefined,
): VisibleRows {
  const place = useRef<Place>({ real: 0, virtual: 0 })
  const [{ first, last: wanted, shift }, setDrawn] = useState<DrawnRows>({
    first: 0,
    last: 2 * STEP - 1,
    shift: 0,
  })
  const last = Math.min(wanted, count - 1)
  const full = count * rowHeight

  const extent = useCallback((): Extent => ({ full, view: scroller.view() }), [full, scroller])

  const draw = useCallback(() => {
    const next = drawnRows(place.current, extent(), rowHeight)
    setDrawn((before) => (isSame(before, next) ? before : next))
  }, [extent, rowHeight])

  /** Brings the scroll bar to where the place belongs, and remembers where it really came to stand. */
  const settle = useCallback(
    (virtual: number) => {
      const target = placeAt(virtual, extent())
      scroller.scrollBy(target.real - scroller.top())
      place.current = { virtual: target.virtual, real: Math.max(0, scroller.top()) }
      draw()
    },
    [draw, extent, scroller],
  )

  useLayoutEffect(() => {
    const onScroll = () => {
      place.current = follow(place.current, scroller.top(), extent())
      flushSync(draw)
    }
    // Steps of one to one lead the scroll bar away from where it belongs.
    const onScrollEnd = () => {
      const { real, virtual } = place.current
      if (Math.abs(placeAt(virtual, extent()).real - real) >= 1) settle(virtual)
    }
    const onResize = () => {
      place.current = follow(place.current, scroller.top(), extent())
      draw()
    }
    const target = scroller.events()
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
  }, [draw, extent, scroller, settle])

  useEffect(() => {
    if (last >= first) onRange?.(first, last)
  }, [first, last, onRange])

  const reveal = useCallback(
    (index: number) => {
      const start = index * rowHeight
      const { virtual } = place.current
      const { view } = extent()
      if (start < virtual) settle(start)
      else if (start + rowHeight > virtual + view) settle(start + rowHeight - view)
    },
    [extent, rowHeight, settle],
  )

  const drawnCount = Math.max(0, last - first + 1)
  const before = drawnCount === 0 ? 0 : Math.max(0, first * rowHeight + shift)
  return {
    rows: Array.from({ length: drawnCount }, (_, place) => first + place),
    before,
    after: Math.max(0, realHeight({ full, view: 0 }) - before - drawnCount * rowHeight),
    reveal,
  }
}
