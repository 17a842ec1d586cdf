/** What of a message is sealed. */
export interface MessageContent {
  from: string
  fromName: string
  to: string
  subject: string
  text: string
  /** The older mails below it, which everybody has read. */
  quoted: string
  /** Message-IDs of the mails before it. */
  references: readonly string[]
  /** What the provider took it for. */
  suspected?: 'spam' | 'virus' | undefined
}

/** Characters that are looked at, and that are kept of a text and of what it quotes. */
const longestMail = 100_000
const longestText = 20_000

const isQuoted = (line: string) => /^\s*>/.test(line)
const isBlank = (line: string) => line.trim() === ''
/** `On Tuesday Siti wrote:`, in whatever language, on at most three lines. */
const isAttribution = (lines: readonly string[]) => {
  const said = lines.join(' ').trim()
  return lines.length <= 3 && /[:：]$/.test(said) && /[\d@]/.test(said)
}

/** Where the lines begin that quote to the very end; a word below them, and they are part of the answer. */
function trailingQuote(lines: readonly string[]): number {
  let start = lines.length
  while (start > 0 && (isQuoted(lines[start - 1] ?? '') || isBlank(lines[start - 1] ?? ''))) start -= 1
  if (!lines.slice(start).some(isQuoted)) return lines.length
  let above = start
  while (above > 0 && !isBlank(lines[above - 1] ?? '')) above -= 1
  return isAttribution(lines.slice(above, start)) ? above : start
}

const isHeader = (line: string) => /^\*?\p{L}[\p{L}\p{M} .-]{0,24}\*?\s?[:：]\s*\S/u.test(line.trim())

/** Where the head of a mail of ours stands as Outlook writes it, in whatever language; what follows is that mail. */
function ownMail(lines: readonly string[], sendDomain: string): number {
  const at = lines.findIndex(
    (line, place) =>
      line.toLowerCase().includes(`@${sendDomain.toLowerCase()}`) &&
      lines.slice(place, place + 3).filter(isHeader).length === 3,
  )
  return at < 0 ? lines.length : at
}

const isSeparator = (line: string) => /^[\s_-]*$/.test(line)

/** The text without the older mails that it quotes at its end, and those; a text that only quotes stays whole. */
export function splitQuote(text: string, sendDomain: string): { text: string; quoted: string } {
  const lines = text.split('\n')
  const cut = Math.min(trailingQuote(lines), ownMail(lines, sendDomain))
  let end = cut
  while (end > 0 && isSeparator(lines[end - 1] ?? '')) end -= 1
  if (cut === lines.length || end === 0) return { text: text.trim(), quoted: '' }
  return { text: lines.slice(0, end).join('\n').trim(), quoted: lines.slice(cut).join('\n') }
}

/** The words of a mail as they are kept; `isCut`: there are more of them. */
export function keptText(mail: string, sendDomain: string): { text: string; quoted: string; isCut: boolean } {
  const whole = mail.replaceAll('\r\n', '\n')
  const { text, quoted } = splitQuote(whole.slice(0, longestMail), sendDomain)
  const cut = (words: string) =>
    words.length > longestText ? `${words.slice(0, longestText - 1)}…`.toWellFormed() : words.toWellFormed()
  const isCut = whole.length > longestMail || Math.max(text.length, quoted.length) > longestText
  return { text: cut(text), quoted: cut(quoted), isCut }
}

/** Whom a message is from, as a person reads it. */
export const writerOf = ({ from, fromName }: Pick<MessageContent, 'from' | 'fromName'>): string =>
  fromName || from || 'Unknown sender'

/** The subject of an answer names the order once, and is marked as an answer once. */
export function answerSubject(subject: string, orderId: number): string {
  const bare = subject
    .replace(/^(\s*(re|aw|antw|sv|bls|رد|回复|回覆|答复)\s*(\[\d+\])?\s*[:：])+/i, '')
    .trim()
  const named = bare.includes(String(orderId))
    ? bare
    : `${bare} – order ${orderId}`.replace(/^ – order/, 'Order')
  return `Re: ${named}`
}
