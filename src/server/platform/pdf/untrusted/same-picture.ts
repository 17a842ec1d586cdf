import type { PDFiumDocument } from '@hyzyla/pdfium'
import { readPdf, type Bitmap } from './first-page.ts'

/** Pixels across: a letter of 5 points has four rows on a page of A4. */
const comparedWidth = 800
const comparedHeight = 1600

/** Greys by which a pixel may lie outside its neighbourhood on the other picture: edges are smoothed differently. */
const tolerance = 48
/** Pixels outside: fewer than the smallest full stop has. */
const maxDifferent = 2

/** Whether the first pages of two PDFs look the same, drawn small and grey. False where one of them cannot be drawn. */
export async function haveSameFirstPage(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  const size = await readPdf(one, sizeInPixels)
  if (!size) return false
  const draw = (bytes: Uint8Array) => readPdf(bytes, (document) => drawAt(document, size))
  const [first, second] = [await draw(one), await draw(other)]
  return first !== null && second !== null && areAlike(first, second)
}

function sizeInPixels(document: PDFiumDocument) {
  const { originalWidth, originalHeight } = document.getPage(0).getOriginalSize()
  const scale = Math.min(comparedWidth / originalWidth, comparedHeight / originalHeight)
  const pixels = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: pixels(originalWidth), height: pixels(originalHeight) }
}

function drawAt(document: PDFiumDocument, size: { width: number; height: number }): Promise<Bitmap> {
  document.initializeFormFields()
  return document.getPage(0).render({ ...size, render: 'bitmap', colorSpace: 'Gray', renderFormFields: true })
}

/** Whether each pixel lies within the greys of the other picture's pixels around it; both have the same size. */
export function areAlike(one: Bitmap, other: Bitmap): boolean {
  return countOutside(one, other) <= maxDifferent && countOutside(other, one) <= maxDifferent
}

function countOutside(picture: Bitmap, { data, width, height }: Bitmap): number {
  const darkest = around(data, width, height, Math.min)
  const lightest = around(data, width, height, Math.max)
  let outside = 0
  for (const [at, grey] of picture.data.entries())
    if (grey < (darkest[at] ?? 0) - tolerance || grey > (lightest[at] ?? 0) + tolerance) outside += 1
  return outside
}

/** The darkest or lightest of each pixel and its eight neighbours. */
function around(
  data: Uint8Array,
  width: number,
  height: number,
  choose: (a: number, b: number) => number,
): Uint8Array {
  const along = (from: Uint8Array, step: number, isEdge: (at: number, end: -1 | 1) => boolean) =>
    from.map((grey, at) => {
      const before = isEdge(at, -1) ? grey : (from[at - step] ?? grey)
      const after = isEdge(at, 1) ? grey : (from[at + step] ?? grey)
      return choose(grey, choose(before, after))
    })
  const rows = along(data, 1, (at, end) => at % width === (end === -1 ? 0 : width - 1))
  return along(rows, width, (at, end) => (end === -1 ? at < width : at >= width * (height - 1)))
}
