import type { Flow, LayoutOptions, PlacedLine, Tone } from './flow-types.ts'
import type { Line, TextStyle } from './typesetter.ts'

export class TooManyPages extends Error {}

export interface Cursor {
  y: number
  readonly left: number
  readonly width: number
  readonly height: number
  page(): number
  isAtTop(): boolean
  remainingHeight(): number
  nextPage(): void
  /** Places a line at the cursor and moves below it. */
  place(line: Line, box: { x: number; width: number }, style: TextStyle, tone: Tone): PlacedLine
}

export function createCursor(flow: Flow, { sheet, maxPages }: LayoutOptions): Cursor {
  const bottom = sheet.height - sheet.bottom
  return {
    y: sheet.top,
    left: sheet.left,
    width: sheet.width - sheet.left - sheet.right,
    height: bottom - sheet.top,
    page: () => flow.pages - 1,
    isAtTop() {
      return this.y === sheet.top
    },
    remainingHeight() {
      return bottom - this.y
    },
    nextPage() {
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
