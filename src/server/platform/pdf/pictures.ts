import type { Picture } from './draw.ts'
import type { Box } from './flow-types.ts'
import { inThread } from './untrusted/in-thread.ts'

const buffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * The first page of a PDF, or an image, in grey and at most `maxBytes` large. null where it cannot be read, or not made
 * so small.
 */
export async function greyPicture(
  bytes: Uint8Array,
  contentType: string,
  maxBytes: number,
): Promise<Picture | null> {
  const found = await inThread('greyPicture', bytes, contentType, maxBytes)
  return found && { ...found, bytes: buffer(found.bytes) }
}

/**
 * `document` with the first page of `source` in a box on one of its pages, without its links. null where that cannot be
 * done faithfully; a picture of the page can be drawn then.
 */
export async function embedFirstPage(
  document: Uint8Array,
  source: Uint8Array,
  at: Box & { page: number },
): Promise<Buffer | null> {
  const found = await inThread('embedFirstPage', document, source, at)
  return found && buffer(found)
}

/**
 * The first page of a PDF, or an image, for a screen: WebP of at most `maxBytes` where a lower quality makes it so
 * small. null where it cannot be read.
 */
export async function previewPicture(
  bytes: Uint8Array,
  contentType: string,
  maxBytes: number,
): Promise<Buffer | null> {
  const found = await inThread('preview', bytes, contentType, maxBytes)
  return found && buffer(found)
}

/** The words of the largest QR code on the first page of a PDF, or in an image; null where none is found. */
export const qrTextOf = (bytes: Uint8Array, contentType: string): Promise<string | null> =>
  inThread('qrText', bytes, contentType)
