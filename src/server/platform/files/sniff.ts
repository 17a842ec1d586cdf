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

/**
 * A readable PDF begins with its version, and names its object table and root; a truncated one lacks the latter two.
 */
const isCompletePdf = (bytes: Buffer) =>
  /^%PDF-\d\.\d/.test(bytes.toString('latin1', 0, 8)) &&
  bytes.includes('startxref') &&
  bytes.includes('/Root')

export const kindOfType = (contentType: string): FileKind | null => {
  const extension = acceptedTypes[contentType]
  return extension ? { extension, contentType } : null
}

/** The kind of an accepted file by its content, regardless of its name; null for others. */
export async function sniff(bytes: Buffer): Promise<FileKind | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const contentType = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? ''
  const extension = acceptedTypes[contentType]
  if (!extension || (extension === 'pdf' && !isCompletePdf(bytes))) return null
  return { extension, contentType }
}
