import { createHash } from 'node:crypto'

/** PostgreSQL's index takes no longer one. */
const maxMessageIdChars = 500

/** What can be stored, and stand in a header of ours: one address-like word between its brackets. */
export const isMessageId = (text: string): boolean =>
  text.length <= maxMessageIdChars && /^<[!-;=?-~]+>$/.test(text)

/** A mail without a name of its own gets the same one however often it comes. */
export const ensureMessageId = (given: string | null, bytes: Buffer): string =>
  given && isMessageId(given) ? given : `<${createHash('sha256').update(bytes).digest('hex')}@no-message-id>`
