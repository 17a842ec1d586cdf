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

/**
 * The first page of a PDF, or an image, for a screen: WebP, at most `maxBytes` large where a lower quality achieves
 * that. Null where it cannot be read.
 */
export async function renderPreview(
  bytes: Uint8Array,
  contentType: string,
  maxBytes: number,
): Promise<Buffer | null> {
  const found = await runPdfTask('preview', bytes, contentType, maxBytes)
  return found && toBuffer(found)
}

/** Contents of a possible document; empty where unreadable. */
export interface ProposedFile {
  text: string
  preview: Buffer | null
  qrText: string
}

interface FileToRead {
  bytes: Uint8Array
  contentType: string
}

const toProposedFile = (
  found: { text: string | null; preview: Uint8Array | null; qrText: string | null } | null,
): ProposedFile => ({
  text: found?.text ?? '',
  preview: found?.preview ? toBuffer(found.preview) : null,
  qrText: found?.qrText ?? '',
})

/** Reads a file at once, in a separate process. */
export const readProposedDocument = async (
  { bytes, contentType }: FileToRead,
  maxPreviewBytes: number,
): Promise<ProposedFile> =>
  toProposedFile(await runPdfTask('proposedDocument', bytes, contentType, maxPreviewBytes))

/** Reads PDFs in the background, in one process: starting one for each costs more than reading. */
export async function readProposedPdfs(
  files: readonly Uint8Array[],
  maxPreviewBytes: number,
): Promise<ProposedFile[]> {
  const found = await runPdfTaskOnEach(
    'proposedDocument',
    files.map((bytes): [Uint8Array, string, number] => [bytes, 'application/pdf', maxPreviewBytes]),
  )
  return found.map(toProposedFile)
}

/** The text of the largest QR code on the first page of a PDF or in an image; null without a code. */
export const readQrText = (bytes: Uint8Array, contentType: string): Promise<string | null> =>
  runPdfTask('qrText', bytes, contentType)
