import { realHeight, type Extent, type Place } from './scaled-scroll.ts'

/** Rows come and go by the dozen, so that not every step of the wheel draws anew. */
export const STEP = 12

export interface DrawnRows {
  first: number
  /** Included; may lie beyond the last row of the list. */
  last: number
  /** px from where a row would be in a list of full height to where it is drawn. */
  shift: number
}

/** The rows in view at a place and a dozen or two around them, all `rowHeight` px high. */
export function drawnRows(place: Place, extent: Extent, rowHeight: number): DrawnRows {
  const shift = place.real - place.virtual
  const perStep = STEP * rowHeight
  const first = (Math.floor(place.virtual / perStep) - 1) * STEP
  const last = (Math.ceil((place.virtual + extent.view) / perStep) + 1) * STEP - 1
  // Near an end of a scaled list there is less room before or after than rows: those are not in view yet.
  const room = realHeight(extent) - shift
  return {
    first: Math.max(first, Math.ceil((-shift - 0.5) / rowHeight), 0),
    last: Math.min(last, Math.floor((room + 0.5) / rowHeight) - 1),
    shift,
  }
}
