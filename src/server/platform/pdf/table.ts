import type { Cursor } from './cursor.ts'
import type { Cell, Element, Flow, PlacedLine, Table, Tone } from './flow-types.ts'
import { breakLines, widestWord, type FontBook, type Line, type TextStyle } from './typesetter.ts'

/** A row is split across pages only if this many of its lines fit on the first one. */
const minLinesBeforeBreak = 3

interface CellLayout {
  element: Element
  box: { x: number; width: number }
  style: TextStyle
  tone: Tone
  lines: Line[]
}

const cellText = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)
const toneOf = (cell: Cell): Tone => (typeof cell === 'string' ? 'plain' : cell.tone)
const cellStyle = (cell: Cell, isTitle: boolean, size: number): TextStyle =>
  isTitle
    ? { size: size * 0.92, weight: 'strong' }
    : { size, weight: toneOf(cell) === 'strong' ? 'strong' : 'regular' }

const heightOf = (lines: readonly Line[]) => lines.reduce((sum, { height }) => sum + height, 0)
const maxHeight = (cells: readonly CellLayout[]) => Math.max(...cells.map(({ lines }) => heightOf(lines)))

/** At least one, so that every page makes progress. */
function countFitting(lines: readonly Line[], room: number): number {
  let height = 0
  const end = lines.findIndex((line) => (height += line.height) > room)
  return end === -1 ? lines.length : Math.max(end, 1)
}

/** Lays a table out; its header repeats on every page, and a long row continues on the next one. */
export function layOutTable(
  table: Table,
  cursor: Cursor,
  flow: Flow,
  { book, size }: { book: FontBook; size: number },
) {
  const padding = { x: 0.45 * size, y: 0.28 * size }
  const boxes = columnBoxes(table, cursor, padding.x, { size, book })
  const tableElement: Element = { tag: 'Table', children: [] }
  flow.root.children.push(tableElement)

  const layOutCell = (cell: Cell, column: number, isTitle: boolean): CellLayout => {
    const isRowHead = table.rowHeads === true && column === 0 && !isTitle
    const box = boxes[column] ?? { x: cursor.left, width: cursor.width }
    const style = cellStyle(cell, isTitle, size)
    return {
      element:
        isTitle || isRowHead
          ? { tag: 'TH', scope: isTitle ? 'Column' : 'Row', children: [] }
          : { tag: 'TD', children: [] },
      box,
      style,
      tone: isRowHead ? 'quiet' : toneOf(cell),
      lines: [...breakLines(cellText(cell), style, box.width, book)].map((line) =>
        table.columns[column]?.align === 'end' ? { ...line, fromRight: true } : line,
      ),
    }
  }

  const fill = (shade: 'rule' | 'band', height: number) =>
    flow.fills.push({ page: cursor.page(), x: cursor.left, y: cursor.y, width: cursor.width, height, shade })

  /** Places the fitting lines of each cell side by side, and moves below the longest. */
  const placeSideBySide = (cells: readonly CellLayout[], room: number) => {
    const top = cursor.y + padding.y
    const bottoms = cells.map(({ element, box, style, tone, lines }) => {
      cursor.y = top
      const fitting = lines.splice(0, countFitting(lines, room - 2 * padding.y))
      const placed: PlacedLine[] = fitting.map((line) => cursor.place(line, box, style, tone))
      if (placed.length > 0) element.children.push({ page: cursor.page(), lines: placed })
      return cursor.y
    })
    cursor.y = Math.max(...bottoms) + padding.y
  }

  const titles = (): CellLayout[] => table.columns.map(({ title }, column) => layOutCell(title, column, true))
  const placeHeader = (): Element[] => {
    if (table.headless) return []
    const cells = titles()
    fill('band', maxHeight(cells) + 2 * padding.y)
    placeSideBySide(cells, Infinity)
    return cells.map(({ element }) => element)
  }
  const nextPage = () => {
    cursor.nextPage()
    flow.repeats.push(
      ...placeHeader().flatMap(({ children }) => children.filter((child) => 'lines' in child)),
    )
  }

  const minRowHeight = minLinesBeforeBreak * size * 1.3 + 2 * padding.y
  if (cursor.remainingHeight() < 2 * minRowHeight && !cursor.isAtTop()) cursor.nextPage()
  const first = placeHeader()
  if (first.length > 0) tableElement.children.push({ tag: 'TR', children: first })

  for (const row of table.rows) {
    const cells = row.map((cell, column) => layOutCell(cell, column, false))
    tableElement.children.push({ tag: 'TR', children: cells.map(({ element }) => element) })
    const rowHeight = maxHeight(cells) + 2 * padding.y
    // A short row moves to the next page as a whole; a long one starts where three lines fit.
    if (cursor.remainingHeight() < (rowHeight < cursor.height / 4 ? rowHeight : minRowHeight)) nextPage()
    placeSideBySide(cells, cursor.remainingHeight())
    while (cells.some(({ lines }) => lines.length > 0)) {
      nextPage()
      placeSideBySide(cells, cursor.remainingHeight())
    }
    fill('rule', 0.5)
  }
}

/** Cells up to this part of the table's width stay on one line where there is room. */
const maxOneLineShare = 0.24
/** Longer cells may break anywhere. */
const maxOneLineChars = 64

/** Each column's preferred widths in points: for unbroken words, and for short cells on one line. */
function preferredWidths(
  table: Table,
  maxWidth: number,
  { size, book }: { size: number; book: FontBook },
): { words: number[]; cells: number[] } {
  const titles = table.columns.map(({ title }) =>
    table.headless ? 0 : widestWord(title, cellStyle(title, true, size), book),
  )
  const words = [...titles]
  const cells = [...titles]
  for (const row of table.rows) {
    for (const [column, cell] of row.entries()) {
      const text = cellText(cell)
      if (text.length > maxOneLineChars) continue
      const style = cellStyle(cell, false, size)
      const word = widestWord(text, style, book)
      const rowHeight = textWidth(text, style, book)
      words[column] = Math.max(words[column] ?? 0, word)
      cells[column] = Math.max(cells[column] ?? 0, rowHeight > maxWidth ? word : rowHeight)
    }
  }
  return { words, cells }
}

const textWidth = (text: string, style: TextStyle, book: FontBook) =>
  Math.max(0, ...[...breakLines(text, style, Infinity, book)].map(({ width }) => width))

function balanceWidths(
  widths: readonly number[],
  preferred: readonly number[],
  minimum: readonly number[],
): number[] {
  const missing = widths.map((width, column) => Math.max(0, (preferred[column] ?? 0) - width))
  const spare = widths.map((width, column) =>
    Math.max(0, width - Math.max(preferred[column] ?? 0, minimum[column] ?? 0)),
  )
  const totalMissing = missing.reduce((sum, it) => sum + it, 0)
  const totalSpare = spare.reduce((sum, it) => sum + it, 0)
  const moved = Math.min(totalMissing, totalSpare)
  if (moved === 0) return [...widths]
  return widths.map(
    (width, column) =>
      width + ((missing[column] ?? 0) * moved) / totalMissing - ((spare[column] ?? 0) * moved) / totalSpare,
  )
}

function columnBoxes(
  table: Table,
  cursor: Cursor,
  padding: number,
  { size, book }: { size: number; book: FontBook },
) {
  const shares = table.columns.reduce((sum, { share }) => sum + share, 0)
  const preferred = preferredWidths(table, cursor.width * maxOneLineShare, { size, book })
  // Separate words are a little wider than their line.
  const outer = (inner: number) => inner + 2 * padding + 0.5
  const words = preferred.words.map(outer)
  const byShare = table.columns.map(({ share }) => (cursor.width * share) / shares)
  const widths = balanceWidths(balanceWidths(byShare, words, words), preferred.cells.map(outer), words)
  let edge = cursor.left
  return widths.map((width) => {
    const box = { x: edge + padding, width: width - 2 * padding }
    edge += width
    return box
  })
}
