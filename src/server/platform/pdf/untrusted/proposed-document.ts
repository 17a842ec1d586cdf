import { readPdfText } from './pdf-text.ts'
import { renderPreview } from './preview.ts'
import { readQrText } from './qr-text.ts'

/** The text, the first page's picture and the QR code of a PDF, or of a picture the latter two; null for what cannot be read. */
export async function readProposedDocument(bytes: Uint8Array, contentType: string, maxPreviewBytes: number) {
  return {
    text: contentType === 'application/pdf' ? await readPdfText(bytes) : null,
    preview: await renderPreview(bytes, contentType, maxPreviewBytes),
    qrText: await readQrText(bytes, contentType),
  }
}
