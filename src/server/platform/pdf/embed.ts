import { grayscale, ops, PDF, PdfArray, PdfDict, PdfNumber, PdfRef, type PDFPage } from '@libpdf/core'
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

/** What a page inherits from the tree above it (PDF 32000-1, table 30). */
const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const

/** Gives a page its own copy of what it inherits, and its visible part as its only box. */
function makeIndependent(page: PDFPage, resolve: Resolve): void {
  const seen = new Set<PdfDict>()
  for (let node = asDict(page.dict.get('Parent'), resolve); node && !seen.has(node);) {
    seen.add(node)
    for (const key of inheritable) {
      const value = node.get(key)
      if (value && !page.dict.has(key)) page.dict.set(key, value)
    }
    node = asDict(node.get('Parent'), resolve)
  }
  const [media, crop] = [page.getMediaBox(), page.getCropBox()]
  const [left, bottom] = [Math.max(media.x, crop.x), Math.max(media.y, crop.y)]
  const right = Math.min(media.x + media.width, crop.x + crop.width)
  const top = Math.min(media.y + media.height, crop.y + crop.height)
  page.dict.set('MediaBox', PdfArray.of(...[left, bottom, right, top].map((edge) => PdfNumber.of(edge))))
  page.dict.delete('CropBox')
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
  makeIndependent(first, resolve)
  from.flattenAll({ annotations: { removeLinks: true } })
  const resources = asDict(first.dict.get('Resources'), resolve)
  if (first.rotation !== 0 || !resources || !areFontsEmbedded(resources, resolve)) return null

  const into = await PDF.load(document)
  const page = into.getPage(at.page)
  if (!page) return null
  const embedded = await into.embedPage(from, 0)
  const box = fitInto(at, embedded)
  const place = { ...box, y: page.height - box.y - box.height }
  // An artifact, because the figure element already represents it in the tagged structure.
  page.drawOperators([ops.beginMarkedContent('/Artifact')])
  page.drawPage(embedded, place)
  page.drawRectangle({ ...outside(place), borderColor: grayscale(0.5), borderWidth })
  page.drawOperators([ops.endMarkedContent()])
  const bytes = await into.save()
  return (await haveSameFirstPage(source, await cutOut(bytes, at.page, place))) ? bytes : null
}

const borderWidth = 0.5

/** The border covers nothing of the page. */
const outside = ({ x, y, width, height }: Box): Box => ({
  x: x - borderWidth / 2,
  y: y - borderWidth / 2,
  width: width + borderWidth,
  height: height + borderWidth,
})

/** A part of a page as a PDF of its own; `part` from the bottom left. */
async function cutOut(bytes: Uint8Array, index: number, { x, y, width, height }: Box): Promise<Uint8Array> {
  const cut = await (await PDF.load(bytes)).extractPages([index])
  const box = PdfArray.of(...[x, y, x + width, y + height].map((edge) => PdfNumber.of(edge)))
  cut.getPage(0)?.dict.set('MediaBox', box)
  cut.getPage(0)?.dict.set('CropBox', box)
  return cut.save()
}
