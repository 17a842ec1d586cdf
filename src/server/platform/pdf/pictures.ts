import type { OpeningFault } from '#contract/rules/document-faults.ts'
import type { Picture } from './draw.ts'
import type { Box } from './flow-types.ts'
import { runPdfTask, runPdfTaskOnEach } from './untrusted/in-sandbox.ts'

const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * The first page of a PDF, or an image, in grey and at most `maxBytes` large. Null where it cannot be read or made so
 * small.
 */
export async function renderGreyPicture(
  bytes: Uint8Array,
  contentType: string,
  maxBytes: number,
): Promise<Picture | null> {
  const found = await runPdfTask('greyPicture', bytes, contentType, maxBytes)
  return found && { ...found, bytes: toBuffer(found.bytes) }
}

/**
 * `document` with the first page of `source` in a box on one of its pages, without its links. Null where the drawn box
 * does not look as the page does; the caller can draw a picture instead.
 */
export async function embedFirstPage(
  document: Uint8Array,
  source: Uint8Array,
  at: Box & { page: number },
): Promise<Buffer | null> {
  const found = await runPdfTask('embedFirstPage', document, source, at)
  return found && toBuffer(found)
}

/** What a document holds. */
export interface DocumentContent {
  fault: OpeningFault | null
  pages: number
  /** '' for a document without text, such as a scan. */
  text: string
  /** WebP; null where the first page cannot be drawn. */
  preview: Buffer | null
  qrText: string
}

/** Bytes of a preview, where a lower quality achieves that. */
const maxPreviewBytes = 120_000

const toContent = (found: Awaited<ReturnType<typeof runPdfTask<'document'>>>): DocumentContent | null =>
  found && {
    ...found,
    text: found.text ?? '',
    preview: found.preview && toBuffer(found.preview),
    qrText: found.qrText ?? '',
  }

/** Opens a PDF or an image in a process of its own. Null where a limit of ours was reached. */
export const readDocument = async (bytes: Uint8Array, contentType: string): Promise<DocumentContent | null> =>
  toContent(await runPdfTask('document', bytes, contentType, maxPreviewBytes))

/** Opens PDFs in the background, in one process: starting one for each costs more than reading. */
export const readPdfs = async (files: readonly Uint8Array[]): Promise<(DocumentContent | null)[]> =>
  (
    await runPdfTaskOnEach(
      'document',
      files.map((bytes): [Uint8Array, string, number] => [bytes, 'application/pdf', maxPreviewBytes]),
    )
  ).map(toContent)
