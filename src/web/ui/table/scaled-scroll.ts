/** px. Browsers limit element heights somewhat above this; a higher list is scrolled at a reduced scale. */
export const SCROLL_LIMIT = 15_000_000

/** px: all rows, and the visible part. */
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

export const realHeight = ({ fullHeight }: Extent) => Math.min(fullHeight, SCROLL_LIMIT)

const maxRealTop = (extent: Extent) => Math.max(0, realHeight(extent) - extent.viewHeight)
const maxVirtualTop = ({ fullHeight, viewHeight }: Extent) => Math.max(0, fullHeight - viewHeight)

/** px at both ends that are never scaled; more than a row, so that none is cut off. */
const UNSCALED_MARGIN = 100

/** Maps a position linearly between the unscaled margins. */
function scale(from: number, fromMax: number, toMax: number): number {
  if (from <= UNSCALED_MARGIN) return from
  if (from >= fromMax - UNSCALED_MARGIN) return toMax - (fromMax - from)
  return (
    UNSCALED_MARGIN +
    ((from - UNSCALED_MARGIN) / (fromMax - 2 * UNSCALED_MARGIN)) * (toMax - 2 * UNSCALED_MARGIN)
  )
}

const isScaled = (extent: Extent) => extent.fullHeight > SCROLL_LIMIT

/** The position with `virtual` at the top. */
export function positionAt(virtual: number, extent: Extent): ScrollPosition {
  const at = clamp(virtual, maxVirtualTop(extent))
  return { virtual: at, real: isScaled(extent) ? scale(at, maxVirtualTop(extent), maxRealTop(extent)) : at }
}

/**
 * The position after the browser scrolled to `real`. Distances below the view's height are not scaled, so that no row
 * is skipped; jumps and the ends are.
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
