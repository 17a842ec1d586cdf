export interface FileKind {
  extension: 'pdf' | 'jpg' | 'png' | 'webp'
  contentType: string
}

/** What may be stored, by the type that the content has (product §7). */
const acceptedTypes: Readonly<Record<string, FileKind['extension']>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

/**
 * A PDF that a reader can open begins with its version, and says where its table of objects is and which of them is
 * the root; one cut off in transfer lacks the latter two.
 */
const isCompletePdf = (bytes: Buffer) =>
  /^%PDF-\d\.\d/.test(bytes.toString('latin1', 0, 8)) &&
  bytes.includes('startxref') &&
  bytes.includes('/Root')

/** The kind of a file by the content type that it was stored with; null for another. */
export const kindOfType = (contentType: string): FileKind | null => {
  const extension = acceptedTypes[contentType]
  return extension ? { extension, contentType } : null
}

/** The kind of an accepted file by its content, whatever its name; null for anything else. */
export async function sniff(bytes: Buffer): Promise<FileKind | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const contentType = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? ''
  const extension = acceptedTypes[contentType]
  if (!extension || (extension === 'pdf' && !isCompletePdf(bytes))) return null
  return { extension, contentType }
}
