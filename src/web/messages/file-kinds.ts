/** What is accepted as an approved document (product §7), in words. */
const documentKinds: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
}

/** The kind of a file in words; a media type that has none says its own name. */
export const fileKind = (contentType: string): string => documentKinds[contentType] ?? contentType

export const canBeDocument = (contentType: string): boolean => contentType in documentKinds
