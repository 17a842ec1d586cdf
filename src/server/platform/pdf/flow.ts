import { createCursor, TooManyPages, type Cursor } from './cursor.ts'
import type {
  Block,
  Element,
  Flow,
  FlowSetting,
  Frame,
  Heading,
  Mark,
  Paragraph,
  Tone,
} from './flow-types.ts'
import { layTable } from './table.ts'
import { linesOf, type TextStyle } from './typesetter.ts'

/** Headings, and the air around them, in sizes of the running text. */
const headings = {
  1: { scale: 1.7, before: 0, after: 0.7 },
  2: { scale: 1.25, before: 1.4, after: 0.5 },
  3: { scale: 1, before: 0.9, after: 0.3 },
} as const
/** Under a heading stands at least so much of what it names, in sizes. */
const underHeading = 9
const afterParagraph = 0.5
const afterTable = 0.8

/** Lays blocks out on pages. Answers null where they need more than `maxPages`. */
export function layOut(blocks: readonly Block[], setting: FlowSetting): Flow | null {
  const flow: Flow = {
    pages: 1,
    root: { tag: 'Document', children: [] },
    fills: [],
    repeats: [],
    anchors: new Map(),
    frames: new Map(),
  }
  const at = createCursor(flow, setting)
  try {
    for (const block of blocks) lay(block, at, flow, setting)
    return flow
  } catch (error) {
    if (error instanceof TooManyPages) return null
    throw error
  }
}

function lay(block: Block, at: Cursor, flow: Flow, setting: FlowSetting) {
  switch (block.kind) {
    case 'heading':
      return layHeading(block, at, flow, setting)
    case 'paragraph':
      return layParagraph(block, at, flow, setting)
    case 'table':
      layTable(block, at, flow, setting)
      at.y += afterTable * setting.size
      return undefined
    case 'frame':
      return layFrame(block, at, flow)
  }
}

function layHeading(block: Heading, at: Cursor, flow: Flow, setting: FlowSetting) {
  const { level, text, anchor, newPage, room = 0, size = setting.size } = block
  const { scale, before, after } = headings[level]
  if (newPage && !at.isTop()) at.turn()
  if (!at.isTop()) at.y += before * size
  const least = Math.max((scale * 1.3 + after + underHeading) * size, room * at.height)
  if (at.room() < least && !at.isTop()) at.turn()
  if (anchor) flow.anchors.set(anchor, { page: at.page(), isTop: at.isTop() })
  const element: Element = { tag: `H${level}`, children: [] }
  flow.root.children.push(element)
  layText(element, text, { size: size * scale, weight: 'strong' }, 'plain', at, setting)
  at.y += after * size
}

function layParagraph(
  { text, tone = 'plain', size }: Paragraph,
  at: Cursor,
  flow: Flow,
  setting: FlowSetting,
) {
  const element: Element = { tag: 'P', children: [] }
  flow.root.children.push(element)
  const weight = tone === 'strong' ? 'strong' : 'regular'
  layText(element, text, { size: size ?? setting.size, weight }, tone, at, setting)
  at.y += afterParagraph * (size ?? setting.size)
}

/** Lines over the full width, over as many pages as they need. */
function layText(
  element: Element,
  text: string,
  style: TextStyle,
  tone: Tone,
  at: Cursor,
  { book }: FlowSetting,
) {
  let mark: Mark | undefined
  for (const line of linesOf(text, style, at.width, book)) {
    if (line.height > at.room()) at.turn()
    if (mark?.page !== at.page()) {
      mark = { page: at.page(), lines: [] }
      element.children.push(mark)
    }
    mark.lines.push(at.place(line, { x: at.left, width: at.width }, style, tone))
  }
}

/** A frame is at least half a page high. */
function layFrame({ name, alt }: Frame, at: Cursor, flow: Flow) {
  if (at.room() < at.height / 2) at.turn()
  const box = { page: at.page(), x: at.left, y: at.y, width: at.width, height: at.room() }
  flow.frames.set(name, box)
  flow.root.children.push({ tag: 'Figure', alt, frame: name, children: [] })
  at.y += box.height
}
