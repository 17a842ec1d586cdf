/** px. Browsers cut elements off somewhere beyond; a higher list is scrolled on a smaller scale. */
export const SCROLL_LIMIT = 15_000_000

/** px: how high all rows are together, and how much of them the window shows. */
export interface Extent {
  fullHeight: number
  viewHeight: number
}

/** px from the start of the list: `real` as the browser scrolls it, `virtual` as if it had its full height. */
export interface ScrollPosition {
  real: number
  virtual: number
}

const clamp = (value: number, max: number) => Math.max(0, Math.min(value, max))

/** The height that the list has in the page. */
export const realHeight = ({ fullHeight }: Extent) => Math.min(fullHeight, SCROLL_LIMIT)

const maxRealTop = (extent: Extent) => Math.max(0, realHeight(extent) - extent.viewHeight)
const maxVirtualTop = ({ fullHeight, viewHeight }: Extent) => Math.max(0, fullHeight - viewHeight)

/** px at either end where even a scaled list goes one to one; more than a row, so that none is cut at the edge. */
const UNSCALED_MARGIN = 100

/** Between the ends, `from` px of `fromMost` as px of `toMost`. */
function scale(from: number, fromMax: number, toMax: number): number {
  if (from <= UNSCALED_MARGIN) return from
  if (from >= fromMax - UNSCALED_MARGIN) return toMax - (fromMax - from)
  return (
    UNSCALED_MARGIN +
    ((from - UNSCALED_MARGIN) / (fromMax - 2 * UNSCALED_MARGIN)) * (toMax - 2 * UNSCALED_MARGIN)
  )
}

const isScaled = (extent: Extent) => extent.fullHeight > SCROLL_LIMIT

/** The place that shows `virtual` at the top, the scroll bar standing where it belongs. */
export function positionAt(virtual: number, extent: Extent): ScrollPosition {
  const at = clamp(virtual, maxVirtualTop(extent))
  return { virtual: at, real: isScaled(extent) ? scale(at, maxVirtualTop(extent), maxRealTop(extent)) : at }
}

/**
 * Where the list stands after the browser scrolled to `real`. A way shorter than the window goes one to one, so that
 * no row is passed over; a longer one, and reaching an end, goes by the scale.
 */
export function followScroll(from: ScrollPosition, real: number, extent: Extent): ScrollPosition {
  const max = maxRealTop(extent)
  const at = clamp(real, max)
  if (!isScaled(extent)) return { real: at, virtual: at }
  const distance = at - from.real
  if (at <= UNSCALED_MARGIN || at >= max - UNSCALED_MARGIN || Math.abs(distance) > extent.viewHeight) {
    return { real: at, virtual: scale(at, max, maxVirtualTop(extent)) }
  }
  return { real: at, virtual: clamp(from.virtual + distance, maxVirtualTop(extent)) }
}
