import type { Cursor } from './cursor.ts'
import type { Cell, Element, Flow, Mark, PlacedLine, Table, Tone } from './flow-types.ts'
import { linesOf, widestWord, type FontBook, type Line, type TextStyle } from './typesetter.ts'

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

const wordsIn = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)
const toneOf = (cell: Cell): Tone => (typeof cell === 'string' ? 'plain' : cell.tone)
const styleOf = (cell: Cell, isTitle: boolean, size: number): TextStyle =>
  isTitle
    ? { size: size * 0.92, weight: 'strong' }
    : { size, weight: toneOf(cell) === 'strong' ? 'strong' : 'regular' }

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
  const boxes = boxesOf(table, at, padding.x, { size, book })
  const tableElement: Element = { tag: 'Table', children: [] }
  flow.root.children.push(tableElement)

  const cellOf = (cell: Cell, column: number, isTitle: boolean): LaidCell => {
    const isRowHead = table.rowHeads === true && column === 0 && !isTitle
    const box = boxes[column] ?? { x: at.left, width: at.width }
    const style = styleOf(cell, isTitle, size)
    return {
      element:
        isTitle || isRowHead
          ? { tag: 'TH', scope: isTitle ? 'Column' : 'Row', children: [] }
          : { tag: 'TD', children: [] },
      box,
      style,
      tone: isRowHead ? 'quiet' : toneOf(cell),
      lines: [...linesOf(wordsIn(cell), style, box.width, book)].map((line) =>
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

/** Cells up to this part of the table's width are kept on one line where there is room. */
const oneLine = 0.24
/** Longer cells part anywhere. */
const prose = 64

/** What each column asks for, in points: first its words whole, then its short cells on one line. */
function wishesOf(
  table: Table,
  most: number,
  { size, book }: { size: number; book: FontBook },
): { words: number[]; cells: number[] } {
  const titles = table.columns.map(({ title }) =>
    table.headless ? 0 : widestWord(title, styleOf(title, true, size), book),
  )
  const words = [...titles]
  const cells = [...titles]
  for (const row of table.rows) {
    for (const [column, cell] of row.entries()) {
      const text = wordsIn(cell)
      if (text.length > prose) continue
      const style = styleOf(cell, false, size)
      const word = widestWord(text, style, book)
      const whole = widthOf(text, style, book)
      words[column] = Math.max(words[column] ?? 0, word)
      cells[column] = Math.max(cells[column] ?? 0, whole > most ? word : whole)
    }
  }
  return { words, cells }
}

const widthOf = (text: string, style: TextStyle, book: FontBook) =>
  Math.max(0, ...[...linesOf(text, style, Infinity, book)].map(({ width }) => width))

/** Gives to columns that are narrower than they wish what the others can spare, as far as it goes. */
function balanced(widths: readonly number[], wishes: readonly number[], kept: readonly number[]): number[] {
  const short = widths.map((width, at) => Math.max(0, (wishes[at] ?? 0) - width))
  const spare = widths.map((width, at) => Math.max(0, width - Math.max(wishes[at] ?? 0, kept[at] ?? 0)))
  const wanted = short.reduce((sum, it) => sum + it, 0)
  const there = spare.reduce((sum, it) => sum + it, 0)
  const moved = Math.min(wanted, there)
  if (moved === 0) return [...widths]
  return widths.map(
    (width, at) => width + ((short[at] ?? 0) * moved) / wanted - ((spare[at] ?? 0) * moved) / there,
  )
}

/** Columns by their shares, adjusted to what they hold. */
function boxesOf(
  table: Table,
  at: Cursor,
  padding: number,
  { size, book }: { size: number; book: FontBook },
) {
  const shares = table.columns.reduce((sum, { share }) => sum + share, 0)
  const wishes = wishesOf(table, at.width * oneLine, { size, book })
  // Words one by one are a little wider than their line.
  const outer = (inner: number) => inner + 2 * padding + 0.5
  const words = wishes.words.map(outer)
  const byShare = table.columns.map(({ share }) => (at.width * share) / shares)
  const widths = balanced(balanced(byShare, words, words), wishes.cells.map(outer), words)
  let edge = at.left
  return widths.map((width) => {
    const box = { x: edge + padding, width: width - 2 * padding }
    edge += width
    return box
  })
}
