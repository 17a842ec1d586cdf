import { grayscale, ops, PDF, PdfArray, PdfDict, PdfRef, type PDFPage } from '@libpdf/core'
import { fitInto } from './draw.ts'
import type { Box } from './flow-types.ts'
import { readPdf } from './untrusted/first-page.ts'

type Resolve = (ref: PdfRef) => unknown

function isFontEmbedded(font: PdfDict, resolve: Resolve): boolean {
  const kind = font.getName('Subtype')?.value
  if (kind === 'Type3') return true
  const [descendant] = kind === 'Type0' ? dictsIn(font.get('DescendantFonts'), resolve) : [font]
  const descriptor = asDict(descendant?.get('FontDescriptor'), resolve)
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(key))
}

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

function areFontsEmbedded(resources: PdfDict, resolve: Resolve, seen = new Set<PdfDict>()): boolean {
  if (seen.has(resources)) return true
  seen.add(resources)
  const inner = dictsIn(resources.get('XObject'), resolve).flatMap(
    (form) => asDict(form.get('Resources'), resolve) ?? [],
  )
  return (
    dictsIn(resources.get('Font'), resolve).every((font) => isFontEmbedded(font, resolve)) &&
    inner.every((it) => areFontsEmbedded(it, resolve, seen))
  )
}

/** Whether a page can be drawn unchanged: upright, uncropped, with its own resources and all its fonts. */
function canBeDrawn(page: PDFPage, resolve: Resolve): boolean {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()]
  const isWhole = media.x === 0 && media.y === 0 && crop.width === media.width && crop.height === media.height
  const resources = asDict(page.dict.get('Resources'), resolve)
  return page.rotation === 0 && isWhole && resources !== undefined && areFontsEmbedded(resources, resolve)
}

const splitWords = (text: string): string[] => text.split(/\s+/).filter(Boolean)

async function extractWords(bytes: Uint8Array, page: number): Promise<string[]> {
  const text = await readPdf(bytes, (document) => document.getPage(page).getText())
  return splitWords(text ?? '')
}

/**
 * Draws the first page of `source` into a box on a page of `document`, without its links. Null where the result would
 * differ; the caller can draw a picture instead.
 */
export async function embedFirstPage(
  document: Uint8Array,
  source: Uint8Array,
  at: Box & { page: number },
): Promise<Uint8Array | null> {
  try {
    const from = await PDF.load(source)
    if (from.isEncrypted) return null
    from.flattenAll({ annotations: { removeLinks: true } })
    const first = from.getPage(0)
    if (!first || !canBeDrawn(first, from.getObject.bind(from))) return null

    const into = await PDF.load(document)
    const page = into.getPage(at.page)
    if (!page) return null
    const embedded = await into.embedPage(from, 0)
    const box = fitInto(at, embedded)
    // An artifact, because the figure element already represents it in the tagged structure.
    page.drawOperators([ops.beginMarkedContent('Artifact')])
    const place = { ...box, y: page.height - box.y - box.height }
    page.drawPage(embedded, place)
    page.drawRectangle({ ...place, borderColor: grayscale(0.5), borderWidth: 0.5 })
    page.drawOperators([ops.endMarkedContent()])
    const bytes = await into.save()

    const drawnWords = new Set(await extractWords(bytes, at.page))
    const isComplete = (await extractWords(source, 0)).every((word) => drawnWords.has(word))
    return isComplete ? bytes : null
  } catch {
    return null
  }
}
