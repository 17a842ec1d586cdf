import { realHeight, type Extent, type ScrollPosition } from './scaled-scroll.ts'

/** Rows come and go so many at a time, so that not every step of the wheel draws anew. */
export const ROWS_PER_STEP = 8

/** The widths of skeletons repeat after so many rows. */
const skeletonPattern = 9

/** One skeleton serves many rows: whoever scrolls past what is not loaded moves the `drawn` ones that are there. */
export const skeletonKey = (index: number, drawn: number): string =>
  `unloaded-${index % (Math.ceil(drawn / skeletonPattern) * skeletonPattern)}`

export interface RenderedRows {
  first: number
  /** Included; may lie beyond the last row of the list. */
  last: number
  /** px from where a row would be in a list of full height to where it is drawn. */
  shift: number
}

/** The rows in view at a place and a step or two around them, all `rowHeight` px high. */
export function rowsToRender(position: ScrollPosition, extent: Extent, rowHeight: number): RenderedRows {
  const shift = position.real - position.virtual
  const perStep = ROWS_PER_STEP * rowHeight
  const first = (Math.floor(position.virtual / perStep) - 1) * ROWS_PER_STEP
  const last = (Math.ceil((position.virtual + extent.viewHeight) / perStep) + 1) * ROWS_PER_STEP - 1
  // Near an end of a scaled list there is less room before or after than rows: those are not in view yet.
  const room = realHeight(extent) - shift
  return {
    first: Math.max(first, Math.ceil((-shift - 0.5) / rowHeight), 0),
    last: Math.min(last, Math.floor((room + 0.5) / rowHeight) - 1),
    shift,
  }
}
