import type { Cursor } from './cursor.ts'
import type { Cell, Column, Element, Flow, Mark, PlacedLine, Table, Tone } from './flow-types.ts'
import { linesOf, type FontBook, type Line, type TextStyle } from './typesetter.ts'

/** At a page's end a row is parted only where so many of its lines stand before the end. */
const keptLines = 3

interface LaidCell {
  element: Element
  box: { x: number; width: number }
  style: TextStyle
  tone: Tone
  /** Not placed yet. */
  lines: Line[]
}

const heightOf = (lines: readonly Line[]) => lines.reduce((sum, { height }) => sum + height, 0)
const highest = (cells: readonly LaidCell[]) => Math.max(...cells.map(({ lines }) => heightOf(lines)))

/** At least one, so that every page takes a part. */
function countFitting(lines: readonly Line[], room: number): number {
  let height = 0
  const end = lines.findIndex((line) => (height += line.height) > room)
  return end === -1 ? lines.length : Math.max(end, 1)
}

/** Lays a table out; its titles stand again on every further page, and a long row goes on there. */
export function layTable(
  table: Table,
  at: Cursor,
  flow: Flow,
  { book, size }: { book: FontBook; size: number },
) {
  const padding = { x: 0.45 * size, y: 0.28 * size }
  const boxes = boxesOf(table.columns, at, padding.x)
  const tableElement: Element = { tag: 'Table', children: [] }
  flow.root.children.push(tableElement)

  const cellOf = (cell: Cell, column: number, isTitle: boolean): LaidCell => {
    const isRowHead = table.rowHeads === true && column === 0 && !isTitle
    const { text, tone } = typeof cell === 'string' ? { text: cell, tone: 'plain' as const } : cell
    const box = boxes[column] ?? { x: at.left, width: at.width }
    const style: TextStyle = isTitle
      ? { size: size * 0.92, weight: 'strong' }
      : { size, weight: tone === 'strong' ? 'strong' : 'regular' }
    return {
      element:
        isTitle || isRowHead
          ? { tag: 'TH', scope: isTitle ? 'Column' : 'Row', children: [] }
          : { tag: 'TD', children: [] },
      box,
      style,
      tone: isRowHead ? 'quiet' : tone,
      lines: [...linesOf(text, style, box.width, book)].map((line) =>
        table.columns[column]?.align === 'end' ? { ...line, fromRight: true } : line,
      ),
    }
  }

  const fill = (shade: 'rule' | 'band', height: number) =>
    flow.fills.push({ page: at.page(), x: at.left, y: at.y, width: at.width, height, shade })

  /** Places what fits of each cell side by side, and goes under the longest. */
  const placeSideBySide = (cells: readonly LaidCell[], room: number) => {
    const top = at.y + padding.y
    const ends = cells.map(({ element, box, style, tone, lines }) => {
      at.y = top
      const fitting = lines.splice(0, countFitting(lines, room - 2 * padding.y))
      const placed: PlacedLine[] = fitting.map((line) => at.place(line, box, style, tone))
      if (placed.length > 0) element.children.push({ page: at.page(), lines: placed })
      return at.y
    })
    at.y = Math.max(...ends) + padding.y
  }

  const titles = (): LaidCell[] => table.columns.map(({ title }, column) => cellOf(title, column, true))
  const head = (): Element[] => {
    if (table.headless) return []
    const cells = titles()
    fill('band', highest(cells) + 2 * padding.y)
    placeSideBySide(cells, Infinity)
    return cells.map(({ element }) => element)
  }
  const turn = () => {
    at.turn()
    flow.repeats.push(...head().flatMap(({ children }) => children as Mark[]))
  }

  const fewLines = keptLines * size * 1.3 + 2 * padding.y
  if (at.room() < 2 * fewLines && !at.isTop()) at.turn()
  const first = head()
  if (first.length > 0) tableElement.children.push({ tag: 'TR', children: first })

  for (const row of table.rows) {
    const cells = row.map((cell, column) => cellOf(cell, column, false))
    tableElement.children.push({ tag: 'TR', children: cells.map(({ element }) => element) })
    const whole = highest(cells) + 2 * padding.y
    // A short row goes to the next page as a whole, a long one begins where it can.
    if (at.room() < (whole < at.height / 4 ? whole : fewLines)) turn()
    placeSideBySide(cells, at.room())
    while (cells.some(({ lines }) => lines.length > 0)) {
      turn()
      placeSideBySide(cells, at.room())
    }
    fill('rule', 0.5)
  }
}

function boxesOf(columns: readonly Column[], { left, width }: Cursor, padding: number) {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let edge = left
  return columns.map(({ share }) => {
    const outer = (width * share) / shares
    const box = { x: edge + padding, width: outer - 2 * padding }
    edge += outer
    return box
  })
}
