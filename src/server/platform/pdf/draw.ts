import type { Box, Element, Fill, Flow, PlacedLine, Sheet, Tone } from './flow-types.ts'
import type { PdfDraft } from './pdf-draft.ts'
import { breakLines, type FontBook, type Line, type TextStyle } from './typesetter.ts'

const tones = { plain: '#000000', strong: '#000000', quiet: '#4d4d4d' } as const satisfies Record<
  Tone,
  string
>
const borderColor = '#808080'
const shades = { rule: '#b3b3b3', band: '#e6e6e6' } as const satisfies Record<Fill['shade'], string>

/** JPEG or PNG; `width` and `height` in pixels. */
export interface Picture {
  bytes: Uint8Array
  width: number
  height: number
}

export interface HeaderFooter {
  /** `start` may depend on the page, counted from 0. */
  head: { start: string | ((page: number) => string); end: string }
  foot: string
}

export function fitInto(frame: Box, { width, height }: { width: number; height: number }): Box {
  const scale = Math.min(frame.width / width, frame.height / height)
  const fitted = { width: width * scale, height: height * scale }
  return {
    ...fitted,
    x: frame.x + (frame.width - fitted.width) / 2,
    y: frame.y + (frame.height - fitted.height) / 2,
  }
}

/** Draws a flow, then headers and footers. A frame without a picture stays empty. */
export function draw(
  draft: PdfDraft,
  flow: Flow,
  sheet: Sheet,
  headerFooter: HeaderFooter,
  pictures: ReadonlyMap<string, Picture> = new Map(),
) {
  const { doc } = draft
  for (let page = 0; page < flow.pages; page++) doc.addPage({ size: [sheet.width, sheet.height], margin: 0 })
  for (const fill of flow.fills) drawFill(draft, fill)
  for (const mark of flow.repeats) asArtifact(draft, mark.page, () => drawLines(draft, mark.lines))

  const root = createStructure(draft, flow.root)
  doc.addStructure(root)
  fillElement(draft, flow, flow.root, root, pictures)
  root.end()
  for (let page = 0; page < flow.pages; page++) drawHeaderFooter(draft, page, flow.pages, sheet, headerFooter)
}

const createStructure = ({ doc }: PdfDraft, { tag, scope, alt }: Element) =>
  doc.struct(tag, { ...(scope && { scope }), ...(alt && { alt }) })

function fillElement(
  draft: PdfDraft,
  flow: Flow,
  element: Element,
  structElement: PDFKit.PDFStructureElement,
  pictures: ReadonlyMap<string, Picture>,
) {
  const { doc } = draft
  const frame = element.frame === undefined ? undefined : flow.frames.get(element.frame)
  const picture = element.frame === undefined ? undefined : pictures.get(element.frame)
  if (frame) {
    doc.switchToPage(frame.page)
    structElement.add(() => {
      if (!picture) return
      const { x, y, width, height } = fitInto(frame, picture)
      doc.image(Buffer.from(picture.bytes), x, y, { width, height })
      doc.rect(x, y, width, height).lineWidth(0.5).stroke(borderColor)
    })
  }
  for (const child of element.children) {
    if ('page' in child) {
      doc.switchToPage(child.page)
      structElement.add(() => drawLines(draft, child.lines))
    } else {
      const inner = createStructure(draft, child)
      structElement.add(inner)
      fillElement(draft, flow, child, inner, pictures)
      inner.end()
    }
  }
}

function drawLines({ doc, use }: PdfDraft, lines: readonly PlacedLine[]) {
  for (const { x, baseline, line, style, tone } of lines) {
    doc.fillColor(tones[tone])
    for (const piece of line.pieces) {
      use(piece.face, style)
      doc.text(piece.text, x + piece.x, baseline, { lineBreak: false, baseline: 'alphabetic' })
    }
  }
}

function asArtifact({ doc }: PdfDraft, page: number, work: () => void) {
  doc.switchToPage(page)
  doc.markContent('Artifact')
  work()
  doc.endMarkedContent()
}

function drawFill(draft: PdfDraft, { page, x, y, width, height, shade }: Fill) {
  const { doc } = draft
  asArtifact(draft, page, () => {
    doc.rect(x, y, width, height).fill(shades[shade])
  })
}

const small: TextStyle = { size: 7, weight: 'regular' }

const placeSmall = (line: Line, x: number, baseline: number): PlacedLine => ({
  x,
  baseline,
  line,
  style: small,
  tone: 'quiet',
})

function drawHeaderFooter(
  draft: PdfDraft,
  page: number,
  pages: number,
  sheet: Sheet,
  { head, foot }: HeaderFooter,
) {
  const width = sheet.width - sheet.left - sheet.right
  const top = sheet.top - 16
  const bottom = sheet.height - sheet.bottom + 18
  const placeSides = (start: string, end: string, baseline: number): PlacedLine[] => {
    const right = fitOneLine(end, width * 0.6, draft.book)
    const left = fitOneLine(start, width - right.width - 2 * small.size, draft.book)
    return [
      placeSmall(left, sheet.left, baseline),
      placeSmall(right, sheet.left + width - right.width, baseline),
    ]
  }
  asArtifact(draft, page, () => {
    drawLines(draft, [
      ...placeSides(typeof head.start === 'string' ? head.start : head.start(page), head.end, top),
      ...placeSides(foot, `Page ${page + 1} of ${pages}`, bottom),
    ])
    draft.doc.rect(sheet.left, top + 5, width, 0.5).fill(shades.rule)
  })
}

/** The longest beginning of a text that fits one line, with an ellipsis where it is cut. */
function fitOneLine(text: string, width: number, book: FontBook): Line {
  const chars = [...text]
  for (let end = chars.length; ; end--) {
    const shown = end === chars.length ? text : `${chars.slice(0, end).join('').trimEnd()}…`
    const [line, ...more] = breakLines(shown, small, width, book)
    if (line && (more.length === 0 || end === 0)) return line
  }
}
