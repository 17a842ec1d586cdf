import * as z from 'zod/mini'
import { openText, type Seal } from '#server/platform/seal.ts'

export const messageContent = z.object({
  from: z.string(),
  fromName: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  quoted: z.string(),
  /** Message-IDs of the mails before it. */
  references: z.readonly(z.array(z.string())),
  suspected: z.optional(z.enum(['spam', 'virus'])),
  by_program: z.optional(z.boolean()),
  /** Files that were dropped, with the malware scanner's findings. */
  infected_files: z.optional(z.readonly(z.array(z.object({ name: z.string(), malware: z.string() })))),
})
export type MessageContent = z.infer<typeof messageContent>

/** Characters that are parsed, and characters that are stored of the text and of the quote. */
const maxMailChars = 100_000
const maxTextChars = 20_000

const isQuoted = (line: string) => /^\s*>/.test(line)
const isBlank = (line: string) => line.trim() === ''
/** `On Tuesday Siti wrote:` in any language, on at most three lines. */
const isAttribution = (lines: readonly string[]) => {
  const attribution = lines.join(' ').trim()
  return lines.length <= 3 && /[:：]$/.test(attribution) && /[\d@]/.test(attribution)
}

/** The line at which a quote up to the end begins; a quote with text below it belongs to the answer. */
function trailingQuoteStart(lines: readonly string[]): number {
  let start = lines.length
  while (start > 0 && (isQuoted(lines[start - 1] ?? '') || isBlank(lines[start - 1] ?? ''))) start -= 1
  if (!lines.slice(start).some(isQuoted)) return lines.length
  let above = start
  while (above > 0 && !isBlank(lines[above - 1] ?? '')) above -= 1
  return isAttribution(lines.slice(above, start)) ? above : start
}

const isHeader = (line: string) => /^\*?\p{L}[\p{L}\p{M} .-]{0,24}\*?\s?[:：]\s*\S/u.test(line.trim())

/** The line at which one of our mails is quoted in Outlook's style, in any language. */
function ownMailStart(lines: readonly string[], sendDomain: string): number {
  const at = lines.findIndex(
    (line, index) =>
      line.toLowerCase().includes(`@${sendDomain.toLowerCase()}`) &&
      lines.slice(index, index + 3).filter(isHeader).length === 3,
  )
  return at < 0 ? lines.length : at
}

const isSeparator = (line: string) => /^[\s_-]*$/.test(line)

/** Splits a text into its own part and the older mails quoted at its end; a text that only quotes is not split. */
export function splitQuote(text: string, sendDomain: string): { text: string; quoted: string } {
  const lines = text.split('\n')
  const quoteStart = Math.min(trailingQuoteStart(lines), ownMailStart(lines, sendDomain))
  let end = quoteStart
  while (end > 0 && isSeparator(lines[end - 1] ?? '')) end -= 1
  if (quoteStart === lines.length || end === 0) return { text: text.trim(), quoted: '' }
  return { text: lines.slice(0, end).join('\n').trim(), quoted: lines.slice(quoteStart).join('\n') }
}

/** `isCut`: text or quote was truncated. */
export function splitAndTruncate(
  mail: string,
  sendDomain: string,
): { text: string; quoted: string; isCut: boolean } {
  const normalized = mail.replaceAll('\r\n', '\n')
  const { text, quoted } = splitQuote(normalized.slice(0, maxMailChars), sendDomain)
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
