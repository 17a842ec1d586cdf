import * as z from 'zod/mini'
import { openText, type Seal } from '#server/platform/seal.ts'
import { splitQuote, type Correspondence } from './split-quote.ts'

export const messageContent = z.object({
  from: z.string(),
  fromName: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  quoted: z.string(),
  /** The mail's own Message-ID, where another mail of the order has it too. */
  messageId: z.optional(z.string()),
  /** Made of date, sender, text and files: a mail with the same Message-ID and another fingerprint is another mail. */
  fingerprint: z.optional(z.string()),
  /** Message-IDs of the mails before it. */
  references: z.readonly(z.array(z.string())),
  suspected: z.optional(z.enum(['spam', 'virus'])),
  by_program: z.optional(z.boolean()),
  /** Names of files above the limits of number and size. */
  files_left_out: z.optional(z.readonly(z.array(z.string()))),
  /** Files that were dropped, with the malware scanner's findings. */
  infected_files: z.optional(z.readonly(z.array(z.object({ name: z.string(), malware: z.string() })))),
})
export type MessageContent = z.infer<typeof messageContent>

/** Characters that are parsed, and characters that are stored of the text and of the quote. */
const maxMailChars = 100_000
const maxTextChars = 20_000

/** `isCut`: text or quote was truncated. */
export function splitAndTruncate(
  mail: string,
  correspondence: Correspondence,
): { text: string; quoted: string; isCut: boolean } {
  const normalized = mail.replaceAll('\r\n', '\n')
  const { text, quoted } = splitQuote(normalized.slice(0, maxMailChars), correspondence)
  const truncate = (part: string) =>
    part.length > maxTextChars ? `${part.slice(0, maxTextChars - 1)}…`.toWellFormed() : part.toWellFormed()
  const isCut = normalized.length > maxMailChars || Math.max(text.length, quoted.length) > maxTextChars
  return { text: truncate(text), quoted: truncate(quoted), isCut }
}

export const writerOf = ({ from, fromName }: Pick<MessageContent, 'from' | 'fromName'>): string =>
  fromName || from || 'Unknown sender'

/** Adds the order's number and the mark of an answer, each once. */
export function answerSubject(subject: string, orderId: number): string {
  const withoutPrefix = subject
    .trimStart()
    .replace(/^((re|aw|antw|sv|bls|رد|回复|回覆|答复)\s*(\[\d+\]\s*)?[:：]\s*)+/i, '')
    .trim()
  const withOrderId = withoutPrefix.includes(String(orderId))
    ? withoutPrefix
    : `${withoutPrefix} – order ${orderId}`.replace(/^ – order/, 'Order')
  return `Re: ${withOrderId}`
}

export const fileName = (seal: Seal, file: { message_id: number; sealed_name: Buffer }): string =>
  openText(seal, 'message_files.sealed_name', file.message_id, file.sealed_name)
