import type { PDFiumDocument } from '@hyzyla/pdfium'
import { drawFirstPage, openBitmap, readPdf } from './first-page.ts'
import { textOfPdf } from './pdf-text.ts'
import { encodePreview, previewWidth, renderPreview } from './preview.ts'
import { findQrText, readingWidths, readQrText } from './qr-text.ts'

interface ReadFile {
  text: string | null
  preview: Uint8Array | null
  qrText: string | null
}

/** A file that cannot be drawn may have text, and the reverse. */
async function orNull<T>(read: () => Promise<T> | T): Promise<T | null> {
  try {
    return await read()
  } catch {
    return null
  }
}

/** Beside text, a code too small for the first width is not official. A scan has only its code. */
async function qrTextOf(document: PDFiumDocument, text: string | null): Promise<string | null> {
  for (const width of text ? readingWidths.slice(0, 1) : readingWidths) {
    const found = await findQrText(await drawFirstPage(document, { width, colours: 'Gray' }))
    if (found !== null) return found
  }
  return null
}

async function readDocument(document: PDFiumDocument, maxPreviewBytes: number): Promise<ReadFile> {
  const text = await orNull(() => textOfPdf(document))
  const qrText = await orNull(() => qrTextOf(document, text))
  // Drawing again in this size takes a tenth of the time of scaling.
  const page = await orNull(() => drawFirstPage(document, { width: previewWidth }))
  return { text, qrText, preview: page && (await encodePreview(openBitmap(page), maxPreviewBytes)) }
}

/**
 * The text, preview and QR code of a PDF, or the latter two of a picture; null for unreadable parts. Each PDF has its
 * own instances, so that one process may read several; pictures have no such isolation.
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
