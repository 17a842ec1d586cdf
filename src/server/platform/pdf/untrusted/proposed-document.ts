import type { PDFiumDocument } from '@hyzyla/pdfium'
import { drawFirstPage, openBitmap, readPdf, type Bitmap } from './first-page.ts'
import { textOfPdf } from './pdf-text.ts'
import { encodePreview, renderPreview } from './preview.ts'
import { findQrText, readingWidths, readQrText } from './qr-text.ts'

interface ReadFile {
  text: string | null
  preview: Uint8Array | null
  qrText: string | null
}

/** What cannot be drawn may have a text, and the other way round. */
async function orNull<T>(read: () => Promise<T> | T): Promise<T | null> {
  try {
    return await read()
  } catch {
    return null
  }
}

/** A page of text is drawn once: a code too small for that is no official one. A scan has nothing but its code. */
async function qrTextOf(document: PDFiumDocument, page: Bitmap, text: string | null): Promise<string | null> {
  const found = await findQrText(page)
  if (found !== null || text) return found
  return findQrText(await drawFirstPage(document, { width: readingWidths[1] }))
}

async function readDocument(document: PDFiumDocument, maxPreviewBytes: number): Promise<ReadFile> {
  const text = await orNull(() => textOfPdf(document))
  const page = await orNull(() => drawFirstPage(document))
  return {
    text,
    preview: page && (await encodePreview(openBitmap(page), maxPreviewBytes)),
    qrText: page && (await orNull(() => qrTextOf(document, page, text))),
  }
}

/**
 * The text, the first page's picture and the QR code of a PDF, or of a picture the latter two; null for what cannot be read.
 * PDFs are kept apart by instances of their own, so that one process may read several; pictures are read by a program
 * without them.
 */
export async function readProposedDocument(
  bytes: Uint8Array,
  contentType: string,
  maxPreviewBytes: number,
): Promise<ReadFile> {
  if (contentType === 'application/pdf') {
    const read = await readPdf(bytes, (document) => readDocument(document, maxPreviewBytes))
    return read ?? { text: null, preview: null, qrText: null }
  }
  return {
    text: null,
    preview: await renderPreview(bytes, contentType, maxPreviewBytes),
    qrText: await readQrText(bytes, contentType),
  }
}
