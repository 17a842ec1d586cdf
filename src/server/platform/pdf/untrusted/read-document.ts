import type { PDFiumDocument } from '@hyzyla/pdfium'
import type { OpeningFault } from '#contract/rules/document-faults.ts'
import { drawFirstPage, openBitmap, openPdf, openPicture, type Bitmap } from './first-page.ts'
import { pdfium } from './pdfium-functions.ts'
import { encodePreview, previewWidth } from './preview.ts'
import { lacksLetters } from './source-page.ts'
import { findQrText, readingWidths, readQrOfPicture } from './qr-text.ts'

interface ReadDocument {
  /** Why no reader opens it; the rest is empty then. */
  fault: OpeningFault | null
  pages: number
  /** Null where it cannot be read. */
  text: string | null
  /** The first page; null where it cannot be drawn. */
  preview: Uint8Array | null
  qrText: string | null
}

const unopened = (fault: OpeningFault): ReadDocument => ({
  fault,
  pages: 0,
  text: null,
  preview: null,
  qrText: null,
})

/** A file that cannot be drawn may have text, and the reverse. */
async function orNull<T>(read: () => Promise<T> | T): Promise<T | null> {
  try {
    return await read()
  } catch {
    return null
  }
}

const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Whether something ends the file behind its last object; a web-optimised file has the same words at its beginning. */
function hasEnd(bytes: Uint8Array): boolean {
  const file = toBuffer(bytes)
  const lastObject = file.lastIndexOf('endobj')
  return ['%%EOF', 'startxref'].some((end) => file.lastIndexOf(end) > lastObject)
}

/** Whole verdicts of PDFium. Any other error is a limit of ours. */
const faultsOfErrors: Readonly<Record<string, OpeningFault>> = {
  'File not in PDF format or corrupted': 'damaged',
  'Password required or incorrect password': 'password',
  'Unsupported security scheme': 'password',
}

function faultOfError(error: unknown, bytes: Uint8Array): OpeningFault {
  const fault = error instanceof Error ? faultsOfErrors[error.message] : undefined
  if (!fault) throw error
  return fault === 'damaged' && !hasEnd(bytes) ? 'cutOff' : fault
}

/** Pages of which the first and each that text is read from are opened. */
const openedPages = 10

/** An opened PDF may still have lost pages, or be no more than a notice that its form needs Acrobat. */
function faultOfOpened(document: PDFiumDocument, bytes: Uint8Array): OpeningFault | null {
  const { formType, hasOwnTable, opensPage } = pdfium(document)
  if (formType() === 'dynamic XFA') return 'acrobatOnly'
  const pages = Math.min(document.getPageCount(), openedPages)
  const lost = pages === 0 || Array.from({ length: pages }, (_, page) => opensPage(page)).includes(false)
  if (!hasEnd(bytes) && (lost || !hasOwnTable())) return 'cutOff'
  return pages === 0 || !opensPage(0) ? 'damaged' : null
}

const maxCharacters = 100_000

/** The text of the first pages, with the values of their forms. */
const textOf = (document: PDFiumDocument): string =>
  Array.from({ length: Math.min(document.getPageCount(), openedPages) }, (_, page) =>
    pdfium(document).textOfPage(page),
  )
    .join('\n')
    .slice(0, maxCharacters)

/** Beside text, a code too small for the first width is not official. A scan has only its code. */
async function qrTextOf(document: PDFiumDocument, text: string | null): Promise<string | null> {
  for (const width of text ? readingWidths.slice(0, 1) : readingWidths) {
    const found = await findQrText(await drawFirstPage(document, { width, colours: 'Gray' }))
    if (found !== null) return found
  }
  return null
}

/** Whether all pixels are alike, as of a page whose content or only picture is broken. */
const isBlank = ({ data }: Bitmap): boolean => data.every((value, index) => value === data[index % 4])

async function readPdf(bytes: Uint8Array, maxPreviewBytes: number): Promise<ReadDocument> {
  let document: PDFiumDocument
  try {
    document = await openPdf(bytes)
  } catch (error) {
    return unopened(faultOfError(error, bytes))
  }
  const fault = faultOfOpened(document, bytes)
  if (fault) return unopened(fault)
  // Drawing again in this size takes a tenth of the time of scaling.
  const page = (await lacksLetters(bytes))
    ? null
    : await orNull(() => drawFirstPage(document, { width: previewWidth }))
  // Reading the text changes pages with forms, so it comes after drawing.
  const text = await orNull(() => textOf(document))
  const isEmpty = page === null || (isBlank(page) && !text?.trim())
  const preview = isEmpty ? null : await encodePreview(openBitmap(page), maxPreviewBytes)
  const qrText = await orNull(() => qrTextOf(document, text))
  return { fault: null, pages: document.getPageCount(), text, preview, qrText }
}

/** The words of libvips and its libraries for an image that ends too early. */
const cutOff =
  /premature end|truncated|end of (file|stream|input)|not enough data|unexpected end|out of data/i
/** Of PNG and WebP the library says only that they are damaged: a PNG has a last chunk, a WebP its length in its head. */
function lacksEnd(bytes: Uint8Array): boolean {
  const file = toBuffer(bytes)
  if (file.subarray(1, 4).equals(Buffer.from('PNG'))) return !file.includes('IEND')
  return file.subarray(0, 4).equals(Buffer.from('RIFF')) && file.readUInt32LE(4) + 8 > file.length
}
/** Limits of ours, and what this library does not know. */
const limit = /pixel limit|timeout|out of memory|memory|unsupported/i

async function readPicture(bytes: Uint8Array, maxPreviewBytes: number): Promise<ReadDocument> {
  const opened: ReadDocument = { fault: null, pages: 1, text: null, preview: null, qrText: null }
  try {
    const preview = await encodePreview(openPicture(bytes), maxPreviewBytes)
    return { ...opened, preview, qrText: await readQrOfPicture(bytes) }
  } catch (error) {
    const words = error instanceof Error ? error.message : ''
    if (limit.test(words)) return opened
    return unopened(cutOff.test(words) || lacksEnd(bytes) ? 'cutOff' : 'damaged')
  }
}

/**
 * Opens a document as its readers do: a fault where none can, else the number of pages, the text, the QR code and a
 * picture of the first page, of at most `maxPreviewBytes` where a lower quality achieves that. Each PDF has its own
 * instances, so that one process may read several; pictures have no such isolation.
 */
export const readDocument = (
  bytes: Uint8Array,
  contentType: string,
  maxPreviewBytes: number,
): Promise<ReadDocument> =>
  contentType === 'application/pdf' ? readPdf(bytes, maxPreviewBytes) : readPicture(bytes, maxPreviewBytes)
