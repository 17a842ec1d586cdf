import { createCursor, TooManyPages, type Cursor } from './cursor.ts'
import type {
  Block,
  Element,
  Flow,
  LayoutOptions,
  Frame,
  Heading,
  Mark,
  Paragraph,
  Tone,
} from './flow-types.ts'
import { layOutTable } from './table.ts'
import { breakLines, type TextStyle } from './typesetter.ts'

/** Headings and the space around them, relative to the font size. */
const headings = {
  1: { scale: 1.7, before: 0, after: 0.7 },
  2: { scale: 1.25, before: 1.4, after: 0.5 },
  3: { scale: 1, before: 0.9, after: 0.3 },
} as const
/** Minimum space for content below a heading on the same page, relative to the font size. */
const minUnderHeading = 9
const afterParagraph = 0.5
const afterTable = 0.8

export function layOut(blocks: readonly Block[], options: LayoutOptions): Flow | null {
  const flow: Flow = {
    pages: 1,
    root: { tag: 'Document', children: [] },
    fills: [],
    repeats: [],
    anchors: new Map(),
    frames: new Map(),
  }
  const cursor = createCursor(flow, options)
  try {
    for (const block of blocks) layOutBlock(block, cursor, flow, options)
    return flow
  } catch (error) {
    if (error instanceof TooManyPages) return null
    throw error
  }
}

function layOutBlock(block: Block, cursor: Cursor, flow: Flow, options: LayoutOptions) {
  switch (block.kind) {
    case 'heading':
      return layOutHeading(block, cursor, flow, options)
    case 'paragraph':
      return layOutParagraph(block, cursor, flow, options)
    case 'table':
      layOutTable(block, cursor, flow, options)
      cursor.y += afterTable * options.size
      return undefined
    case 'frame':
      return layOutFrame(block, cursor, flow)
  }
}

function layOutHeading(block: Heading, cursor: Cursor, flow: Flow, options: LayoutOptions) {
  const { level, text, anchor, newPage, room = 0, size = options.size } = block
  const { scale, before, after } = headings[level]
  if (newPage && !cursor.isAtTop()) cursor.nextPage()
  if (!cursor.isAtTop()) cursor.y += before * size
  const minHeight = Math.max((scale * 1.3 + after + minUnderHeading) * size, room * cursor.height)
  if (cursor.remainingHeight() < minHeight && !cursor.isAtTop()) cursor.nextPage()
  if (anchor) flow.anchors.set(anchor, { page: cursor.page(), isTop: cursor.isAtTop() })
  const element: Element = { tag: `H${level}`, children: [] }
  flow.root.children.push(element)
  layOutText(element, text, { size: size * scale, weight: 'strong' }, 'plain', cursor, options)
  cursor.y += after * size
}

function layOutParagraph(
  { text, tone = 'plain', size }: Paragraph,
  cursor: Cursor,
  flow: Flow,
  options: LayoutOptions,
) {
  const element: Element = { tag: 'P', children: [] }
  flow.root.children.push(element)
  const weight = tone === 'strong' ? 'strong' : 'regular'
  layOutText(element, text, { size: size ?? options.size, weight }, tone, cursor, options)
  cursor.y += afterParagraph * (size ?? options.size)
}

/** Lines over the full width, on as many pages as they need. */
function layOutText(
  element: Element,
  text: string,
  style: TextStyle,
  tone: Tone,
  cursor: Cursor,
  { book }: LayoutOptions,
) {
  let mark: Mark | undefined
  for (const line of breakLines(text, style, cursor.width, book)) {
    if (line.height > cursor.remainingHeight()) cursor.nextPage()
    if (mark?.page !== cursor.page()) {
      mark = { page: cursor.page(), lines: [] }
      element.children.push(mark)
    }
    mark.lines.push(cursor.place(line, { x: cursor.left, width: cursor.width }, style, tone))
  }
}

function layOutFrame({ name, alt }: Frame, cursor: Cursor, flow: Flow) {
  if (cursor.remainingHeight() < cursor.height / 2) cursor.nextPage()
  const box = {
    page: cursor.page(),
    x: cursor.left,
    y: cursor.y,
    width: cursor.width,
    height: cursor.remainingHeight(),
  }
  flow.frames.set(name, box)
  flow.root.children.push({ tag: 'Figure', alt, frame: name, children: [] })
  cursor.y += box.height
}
