import { realHeight, type Extent, type ScrollPosition } from './scaled-scroll.ts'

/** Rows are rendered in steps, so that not every turn of the wheel rerenders. */
export const ROWS_PER_STEP = 8

/** Skeleton widths repeat after this many rows. */
const skeletonPattern = 9

/** Reuses skeletons for other rows, so that scrolling past unloaded rows moves the existing elements. */
export const skeletonKey = (index: number, drawn: number): string =>
  `unloaded-${index % (Math.ceil(drawn / skeletonPattern) * skeletonPattern)}`

export interface RenderedRows {
  first: number
  /** Inclusive; may exceed the list. */
  last: number
  /** px between a row's place in an unscaled list and its rendered place. */
  shift: number
}

/** The visible rows and one or two steps around them. All rows are `rowHeight` px high. */
export function rowsToRender(position: ScrollPosition, extent: Extent, rowHeight: number): RenderedRows {
  const shift = position.real - position.virtual
  const perStep = ROWS_PER_STEP * rowHeight
  const first = (Math.floor(position.virtual / perStep) - 1) * ROWS_PER_STEP
  const last = (Math.ceil((position.virtual + extent.viewHeight) / perStep) + 1) * ROWS_PER_STEP - 1
  // Near an end of a scaled list the space is too small for all buffer rows, which are not visible yet.
  const room = realHeight(extent) - shift
  return {
    first: Math.max(first, Math.ceil((-shift - 0.5) / rowHeight), 0),
    last: Math.min(last, Math.floor((room + 0.5) / rowHeight) - 1),
    shift,
  }
}
