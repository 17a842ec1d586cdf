/** Labels of media types that are accepted as approved documents (product §7). */
const documentKinds = new Map(
  Object.entries({
    'application/pdf': 'PDF',
    'image/jpeg': 'JPEG',
    'image/png': 'PNG',
    'image/webp': 'WebP',
  }),
)

/** Labels of other common attachments. */
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

/** The label of a file's media type; for an unknown one its top-level type, such as 'video'. */
export const fileKind = (contentType: string): string =>
  documentKinds.get(contentType) ?? otherKinds.get(contentType) ?? contentType.split('/')[0] ?? contentType

export const canBeDocument = (contentType: string): boolean => documentKinds.has(contentType)

/** Whether a file may have text that is shown without the file itself. */
export const mayHaveText = (contentType: string): boolean =>
  contentType === 'application/pdf' || /^(text|message)\//.test(contentType)
