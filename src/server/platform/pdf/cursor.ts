import type { Flow, FlowSetting, PlacedLine, Tone } from './flow-types.ts'
import type { Line, TextStyle } from './typesetter.ts'

/** The document needs more pages than it may have. */
export class TooManyPages extends Error {}

/** Where the next thing goes. */
export interface Cursor {
  y: number
  readonly left: number
  readonly width: number
  /** Height of the type area. */
  readonly height: number
  page(): number
  isTop(): boolean
  /** What is left of this page. */
  room(): number
  /** Goes to the next page. Throws `TooManyPages` after the last. */
  turn(): void
  /** Places a line at the cursor and goes under it. */
  place(line: Line, box: { x: number; width: number }, style: TextStyle, tone: Tone): PlacedLine
}

export function createCursor(flow: Flow, { sheet, maxPages }: FlowSetting): Cursor {
  const bottom = sheet.height - sheet.bottom
  return {
    y: sheet.top,
    left: sheet.left,
    width: sheet.width - sheet.left - sheet.right,
    height: bottom - sheet.top,
    page: () => flow.pages - 1,
    isTop() {
      return this.y === sheet.top
    },
    room() {
      return bottom - this.y
    },
    turn() {
      if (flow.pages === maxPages) throw new TooManyPages()
      flow.pages += 1
      this.y = sheet.top
    },
    place(line, box, style, tone) {
      const x = line.fromRight ? box.x + box.width - line.width : box.x
      const baseline = this.y + line.baseline
      this.y += line.height
      return { x, baseline, line, style, tone }
    },
  }
}
