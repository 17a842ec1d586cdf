import { createHash } from 'node:crypto'

/** A longer one does not fit PostgreSQL's index. */
const maxMessageIdChars = 500

/** Safe to store and to put into a header of ours: printable ASCII between angle brackets. */
export const isMessageId = (text: string): boolean =>
  text.length <= maxMessageIdChars && /^<[!-;=?-~]+>$/.test(text)

/** A mail without a valid Message-ID gets one from its hash, so that a repeat is recognised. */
export const ensureMessageId = (messageId: string | null, bytes: Buffer): string =>
  messageId && isMessageId(messageId)
    ? messageId
    : `<${createHash('sha256').update(bytes).digest('hex')}@no-message-id>`
