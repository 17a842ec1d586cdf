import { ops, PDF, PdfArray, PdfDict, PdfNumber, PdfRef, PdfStream, type PDFPage } from '@libpdf/core'
import { fitInto } from './draw.ts'
import type { Box } from './flow-types.ts'
import { haveSameFirstPage } from './untrusted/same-picture.ts'

type Resolve = (ref: PdfRef) => unknown

const dereference = (value: unknown, resolve: Resolve) => (value instanceof PdfRef ? resolve(value) : value)
const asDict = (value: unknown, resolve: Resolve): PdfDict | undefined => {
  const found = dereference(value, resolve)
  return found instanceof PdfDict ? found : undefined
}
function dictsIn(value: unknown, resolve: Resolve): PdfDict[] {
  const found = dereference(value, resolve)
  const members: unknown[] =
    found instanceof PdfArray
      ? [...found]
      : found instanceof PdfDict
        ? [...found].map(([, member]) => member)
        : []
  return members.flatMap((member) => asDict(member, resolve) ?? [])
}

function isFontEmbedded(font: PdfDict, resolve: Resolve): boolean {
  const kind = font.getName('Subtype')?.value
  if (kind === 'Type3') return true
  const [descendant] = kind === 'Type0' ? dictsIn(font.get('DescendantFonts'), resolve) : [font]
  const descriptor = asDict(descendant?.get('FontDescriptor'), resolve)
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(key))
}

/** A font that the file does not bring is drawn differently by each reader. */
function areFontsEmbedded(resources: PdfDict, resolve: Resolve, seen = new Set<PdfDict>()): boolean {
  if (seen.has(resources)) return true
  seen.add(resources)
  const inner = ['XObject', 'Pattern'].flatMap((kind) =>
    dictsIn(resources.get(kind), resolve).flatMap((form) => asDict(form.get('Resources'), resolve) ?? []),
  )
  return (
    dictsIn(resources.get('Font'), resolve).every((font) => isFontEmbedded(font, resolve)) &&
    inner.every((it) => areFontsEmbedded(it, resolve, seen))
  )
}

/** Marks without a drawing of their own: some readers invent one, and PDFium not always. */
const hasUndrawnMarks = ({ dict }: PDFPage, resolve: Resolve): boolean =>
  dictsIn(dict.get('Annots'), resolve).some(
    (mark) => !mark.has('AP') && !['Link', 'Popup', 'Widget'].includes(mark.getName('Subtype')?.value ?? ''),
  )

/** What a page inherits from the tree above it (PDF 32000-1, table 30). */
const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const

function copyInherited({ dict }: PDFPage, resolve: Resolve): void {
  const seen = new Set<PdfDict>()
  for (let node = asDict(dict.get('Parent'), resolve); node && !seen.has(node);) {
    seen.add(node)
    for (const key of inheritable) {
      const value = node.get(key)
      if (value && !dict.has(key)) dict.set(key, value)
    }
    node = asDict(node.get('Parent'), resolve)
  }
}

/** An escape in a string, a string's ends, and the operators that save and restore the graphics state. */
const stateTokens = /\\.|[()]|(?<=^|[\s\])>])[qQ](?=$|[\s[(</])/gsu

/** Whether each saved state is restored and no other: where one is not, readers draw a form differently than a page. */
function areStatesPaired(content: string): boolean {
  let [depth, inString] = [0, 0]
  for (const [token] of content.matchAll(stateTokens)) {
    if (token === '(') inString += 1
    if (token === ')') inString -= 1
    if (inString === 0 && token === 'q') depth += 1
    if (inString === 0 && token === 'Q') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

interface Edges {
  left: number
  bottom: number
  right: number
  top: number
}

function edgesOf(value: unknown, resolve: Resolve): Edges | undefined {
  const found = dereference(value, resolve)
  const numbers = (found instanceof PdfArray ? [...found] : []).map((it) => dereference(it, resolve))
  const [x1, y1, x2, y2] = numbers.map((it) => (it instanceof PdfNumber ? it.value : NaN))
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined
  const edges = {
    left: Math.min(x1, x2),
    bottom: Math.min(y1, y2),
    right: Math.max(x1, x2),
    top: Math.max(y1, y2),
  }
  return edges.right > edges.left && edges.top > edges.bottom ? edges : undefined
}

const toBox = (...edges: number[]) => PdfArray.of(...edges.map((edge) => PdfNumber.of(edge)))

const usLetter: Edges = { left: 0, bottom: 0, right: 612, top: 792 }

function visiblePart({ dict }: PDFPage, resolve: Resolve): Edges {
  const media = edgesOf(dict.get('MediaBox'), resolve) ?? usLetter
  const crop = edgesOf(dict.get('CropBox'), resolve) ?? media
  return {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  }
}

/**
 * Draws the first page of `source` into a box on a page of `document`, without its links. Null where the drawn box does
 * not look as the page does; the caller can draw a picture instead.
 */
export async function embedFirstPage(
  document: Uint8Array,
  source: Uint8Array,
  at: Box & { page: number },
): Promise<Uint8Array | null> {
  const from = await PDF.load(source)
  const first = from.getPage(0)
  if (from.isEncrypted || !first) return null
  const resolve = from.getObject.bind(from)
  if (hasUndrawnMarks(first, resolve)) return null
  copyInherited(first, resolve)
  from.flattenAll({ annotations: { removeLinks: true } })
  const resources = asDict(first.dict.get('Resources'), resolve)
  if (first.rotation !== 0 || !resources || !areFontsEmbedded(resources, resolve)) return null

  const into = await PDF.load(document)
  const page = into.getPage(at.page)
  const embedded = await into.embedPage(from, 0)
  const form = into.getObject(embedded.ref)
  if (!page || !(form instanceof PdfStream)) return null
  if (!areStatesPaired(Buffer.from(form.getDecodedData()).toString('latin1'))) return null
  const { left, bottom, right, top } = visiblePart(first, resolve)
  form.set('BBox', toBox(left, bottom, right, top))
  const box = fitInto(at, { width: right - left, height: top - bottom })
  const scale = box.width / (right - left)
  const place = { ...box, y: page.height - box.y - box.height }
  page.drawOperators([
    // An artifact, because the figure element already represents it in the tagged structure.
    ops.beginMarkedContent('/Artifact'),
    ops.pushGraphicsState(),
    ops.concatMatrix(scale, 0, 0, scale, place.x - left * scale, place.y - bottom * scale),
    ops.paintXObject(page.registerXObject(embedded)),
    ops.popGraphicsState(),
    ops.pushGraphicsState(),
    ops.setStrokingGray(0.5),
    ops.setLineWidth(borderWidth),
    ops.rectangle(
      place.x - borderWidth / 2,
      place.y - borderWidth / 2,
      box.width + borderWidth,
      box.height + borderWidth,
    ),
    ops.stroke(),
    ops.popGraphicsState(),
    ops.endMarkedContent(),
  ])
  const bytes = await into.save()
  return (await haveSameFirstPage(source, await cutOut(bytes, at.page, place))) ? bytes : null
}

/** Around the page, so that it covers nothing of it. */
const borderWidth = 0.5

/** A part of a page as a PDF of its own; `part` from the bottom left. */
async function cutOut(bytes: Uint8Array, index: number, { x, y, width, height }: Box): Promise<Uint8Array> {
  const cut = await (await PDF.load(bytes)).extractPages([index])
  const box = toBox(x, y, x + width, y + height)
  cut.getPage(0)?.dict.set('MediaBox', box)
  cut.getPage(0)?.dict.set('CropBox', box)
  return cut.save()
}
