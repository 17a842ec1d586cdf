/** What is accepted as an approved document (product §7), in words. */
const documentKinds = new Map(
  Object.entries({
    'application/pdf': 'PDF',
    'image/jpeg': 'JPEG',
    'image/png': 'PNG',
    'image/webp': 'WebP',
  }),
)

/** What else comes with mails now and then. */
const otherKinds = new Map(
  Object.entries({
    'application/msword': 'Word',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
    'application/vnd.ms-excel': 'Excel',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
    'application/zip': 'ZIP',
    'image/gif': 'GIF',
    'image/heic': 'HEIC',
    'message/rfc822': 'Mail',
    'text/calendar': 'Calendar',
    'text/html': 'HTML',
    'text/plain': 'Text',
  }),
)

/** The kind of a file in words; of one that nobody knows, the broad part of its media type, as in 'video'. */
export const fileKind = (contentType: string): string =>
  documentKinds.get(contentType) ?? otherKinds.get(contentType) ?? contentType.split('/')[0] ?? contentType

export const canBeDocument = (contentType: string): boolean => documentKinds.has(contentType)
