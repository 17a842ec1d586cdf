import type { DocumentFault } from '#contract/rules/document-faults.ts'

export interface FileKind {
  extension: 'pdf' | 'jpg' | 'png' | 'webp'
  contentType: string
}

/** Accepted types, by content (product §7). */
const acceptedTypes: Readonly<Record<string, FileKind['extension']>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

/** Viewers show the first picture of an animation. */
const storedTypes: Readonly<Record<string, string>> = { 'image/apng': 'image/png' }

export const kindOfType = (contentType: string): FileKind | null => {
  const extension = acceptedTypes[contentType]
  return extension ? { extension, contentType } : null
}

/** Readers search this many bytes for a PDF's head (ISO 32000, implementation notes). */
const headBytes = 1024
const pdfType = 'application/pdf'

/** The type of the content, regardless of the name; null where it is unknown. */
async function contentTypeOf(bytes: Buffer): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  if (found !== undefined) return storedTypes[found] ?? found
  return /%PDF-\d/.test(bytes.toString('latin1', 0, headBytes)) ? pdfType : null
}

/** The kind of an accepted file by its first bytes; null for others. The file may still be one that cannot be opened. */
export async function sniff(bytes: Buffer): Promise<FileKind | null> {
  const contentType = await contentTypeOf(bytes)
  return contentType === null ? null : kindOfType(contentType)
}

/** Why a file without an accepted kind is refused, with the name of a known type. */
export async function faultOfKind(bytes: Buffer): Promise<{ fault: DocumentFault; found: string }> {
  if (bytes.length === 0) return { fault: 'empty', found: '' }
  const type = (await contentTypeOf(bytes)) ?? ''
  const [family = '', name = ''] = type.split('/')
  if (/^hei[cf]/.test(name)) return { fault: 'heic', found: '' }
  return { fault: 'type', found: family === 'image' ? (name.split('+')[0] ?? '').toUpperCase() : '' }
}
