import { ops, PDF, PdfArray, PdfNumber, PdfStream } from '@libpdf/core'
import { fitInto } from './draw.ts'
import type { Box } from './flow-types.ts'
import { haveSameFirstPage } from './untrusted/same-picture.ts'
import { openSourcePage } from './untrusted/source-page.ts'

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

const toBox = (...edges: number[]) => PdfArray.of(...edges.map((edge) => PdfNumber.of(edge)))

/**
 * Draws the first page of `source` into a box on a page of `document`, without its links. Null where the drawn box does
 * not look as the page does; the caller can draw a picture instead.
 */
export async function embedFirstPage(
  document: Uint8Array,
  source: Uint8Array,
  at: Box & { page: number },
): Promise<Uint8Array | null> {
  const opened = await openSourcePage(source)
  if (!opened || opened.document.isEncrypted || opened.hasUndrawnMarks) return null
  const { document: from, visible, fonts } = opened
  // A font that the file does not bring is drawn differently by each reader.
  if (opened.page.rotation !== 0 || fonts.some(({ isEmbedded }) => !isEmbedded)) return null
  from.flattenAll({ annotations: { removeLinks: true } })

  const into = await PDF.load(document)
  const page = into.getPage(at.page)
  const embedded = await into.embedPage(from, 0)
  const form = into.getObject(embedded.ref)
  if (!page || !(form instanceof PdfStream)) return null
  if (!areStatesPaired(Buffer.from(form.getDecodedData()).toString('latin1'))) return null
  const { left, bottom, right, top } = visible
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
