/** px. Browsers cut elements off somewhere beyond; a higher list is scrolled on a smaller scale. */
export const SCROLL_LIMIT = 15_000_000

/** px: how high all rows are together, and how much of them the window shows. */
export interface Extent {
  full: number
  view: number
}

/** px from the start of the list: `real` as the browser scrolls it, `virtual` as if it had its full height. */
export interface Place {
  real: number
  virtual: number
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most))

/** The height that the list has in the page. */
export const realHeight = ({ full }: Extent) => Math.min(full, SCROLL_LIMIT)

const realMost = (extent: Extent) => Math.max(0, realHeight(extent) - extent.view)
const virtualMost = ({ full, view }: Extent) => Math.max(0, full - view)

/** px at either end where even a scaled list goes one to one; more than a row, so that none is cut at the edge. */
const END = 100

/** Between the ends, `from` px of `fromMost` as px of `toMost`. */
function scale(from: number, fromMost: number, toMost: number): number {
  if (from <= END) return from
  if (from >= fromMost - END) return toMost - (fromMost - from)
  return END + ((from - END) / (fromMost - 2 * END)) * (toMost - 2 * END)
}

const isScaled = (extent: Extent) => extent.full > SCROLL_LIMIT

/** The place that shows `virtual` at the top, the scroll bar standing where it belongs. */
export function placeAt(virtual: number, extent: Extent): Place {
  const at = clamp(virtual, virtualMost(extent))
  return { virtual: at, real: isScaled(extent) ? scale(at, virtualMost(extent), realMost(extent)) : at }
}

/**
 * Where the list stands after the browser scrolled to `real`. A way shorter than the window goes one to one, so that
 * no row is passed over; a longer one, and reaching an end, goes by the scale.
 */
export function follow(from: Place, real: number, extent: Extent): Place {
  const most = realMost(extent)
  const at = clamp(real, most)
  if (!isScaled(extent)) return { real: at, virtual: at }
  const way = at - from.real
  if (at <= END || at >= most - END || Math.abs(way) > extent.view) {
    return { real: at, virtual: scale(at, most, virtualMost(extent)) }
  }
  return { real: at, virtual: clamp(from.virtual + way, virtualMost(extent)) }
}
