import { pointsBelow, quoteLabels, wroteWords } from './quote-labels.ts'

/** What is known of an order's mails. */
export interface Correspondence {
  sendDomain: string
  /** Texts of the order's messages, of both sides. */
  earlier: readonly string[]
}

/** Marks of direction that mail programs set around names and addresses. */
const withoutMarks = (line: string) => line.replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')

const isQuoted = (line: string) => /^\s*>/.test(line)
const isBlank = (line: string) => line.trim() === ''
const isSeparator = (line: string) => /^[-_\s]*$|^[-_]{2}.{0,100}[-_]{2}$/.test(line.trim())

const maxAttributionLines = 4
const maxAttributionChars = 300
const address = /[^\s<>[\]()"@]{1,100}@[^\s<>[\]()"@]+/g
const bracketedAddress = /[<[(](mailto:)?[^<>[\]()\s@]{1,100}@[^<>[\]()\s@]+[>\])]/
const dateOrTime = /\d{4}|\d[:.h]\d\d|\d{1,2}[./-]\d{1,2}/

/** `On Tuesday Siti wrote:` in any language. */
const isAttribution = (text: string): boolean => {
  const isSaid = wroteWords.test(text) || bracketedAddress.test(text)
  return text.length <= maxAttributionChars && /[:：]$/.test(text) && /\d/.test(text) && isSaid
}

/** The line at which an attribution begins that ends before `end`; null without one. The shortest with a date counts. */
function attributionStart(lines: readonly string[], end: number): number | null {
  let found: number | null = null
  for (let start = end - 1; start >= Math.max(0, end - maxAttributionLines); start--) {
    if (isBlank(lines[start] ?? '')) break
    const text = lines.slice(start, end).join(' ').trim()
    if (!isAttribution(text)) continue
    if (dateOrTime.test(text.replaceAll(address, ''))) return start
    found ??= start
  }
  return found
}

/** The line at which a quote up to the end begins; a quote with text below it belongs to the answer. */
function trailingQuoteStart(lines: readonly string[]): number | null {
  let start = lines.length
  while (start > 0 && (isQuoted(lines[start - 1] ?? '') || isBlank(lines[start - 1] ?? ''))) start -= 1
  if (!lines.slice(start).some(isQuoted)) return null
  let end = start
  while (end > 0 && isBlank(lines[end - 1] ?? '')) end -= 1
  const attributed = attributionStart(lines, end)
  if (attributed !== null) return attributed
  // The writer's own words lead to what is quoted.
  return /[:：]\s*$/.test(lines[end - 1] ?? '') ? null : start + lines.slice(start).findIndex(isQuoted)
}

const labelOf = (line: string) =>
  /^([^:：]{1,30})[:：]/.exec(line)?.[1]?.replaceAll('*', '').trim().toLowerCase() ?? ''
const labels = (kind: 'from' | 'others') =>
  new Set(Object.values(quoteLabels).flatMap((row) => row[kind].map((label) => label.toLowerCase())))
const [fromLabels, otherLabels] = [labels('from'), labels('others')]
/** Lines of a head: each field may be on two. */
const maxHeadLines = 10

interface Head {
  start: number
  /** The line after it. */
  end: number
}

/** What stands above one of our mails, fields or an attribution, of which the line is the first or the last. */
function ownHead(lines: readonly string[], at: number, domain: string): Head | null {
  const isOwn = (text: string) => text.toLowerCase().includes(domain)
  if (fromLabels.has(labelOf(lines[at] ?? '')) && isOwn(lines.slice(at, at + 2).join(' '))) {
    const rest = lines.slice(at + 1, at + maxHeadLines)
    const end = rest.findIndex(isBlank)
    const fields = (end < 0 ? rest : rest.slice(0, end)).map((line) => otherLabels.has(labelOf(line)))
    if (fields.filter(Boolean).length >= 2) return { start: at, end: at + fields.lastIndexOf(true) + 2 }
  }
  const start = attributionStart(lines, at + 1)
  const text = start === null ? '' : lines.slice(start, at + 1).join(' ')
  return start !== null && isOwn(text) && bracketedAddress.test(text) ? { start, end: at + 1 } : null
}

const wordsOf = (text: string): string =>
  ` ${(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')} `
const countWords = (words: string) => words.trim().split(' ').length
/** So few words may be an answer although they stand in the mail. */
const minKnownWords = 3

/** Whether a mail that is quoted without marks has answers in it, as far as one can tell. */
function hasAnswersInside(
  own: string,
  head: readonly string[],
  body: readonly string[],
  { sendDomain, earlier }: Correspondence,
): boolean {
  const said = wordsOf(earlier.join('\n\n'))
  const saidLines = new Set(earlier.join('\n').split('\n').map(wordsOf))
  const isSaid = (line: string, index: number) => {
    const words = wordsOf(line)
    const before = wordsOf(body[index - 1] ?? '')
    return (
      saidLines.has(words) ||
      (countWords(words) >= minKnownWords && said.includes(words)) ||
      (countWords(before) >= minKnownWords && said.includes(`${before}${words.trimStart()}`))
    )
  }
  const headWords = wordsOf(head.join(' '))
  const isOfProgram = (line: string) =>
    wordsOf(line).trim() === '' ||
    /https?:\/\/|^\s*\[[^\]]*\]\s*$/.test(line) ||
    line.toLowerCase().includes(`@${sendDomain}`) ||
    otherLabels.has(labelOf(line)) ||
    fromLabels.has(labelOf(line)) ||
    isSeparator(line) ||
    headWords.includes(wordsOf(line)) ||
    isAttribution(line.trim())
  if (body.some((line, index) => countWords(wordsOf(line)) >= minKnownWords && isSaid(line, index)))
    return body.some((line, index) => !isSaid(line, index) && !isOfProgram(line))
  return (
    pointsBelow.test(own) ||
    body.some((line) => /[?？]\s*[\p{L}\p{N}]/u.test(line.replaceAll(/https?:\S+/g, '')))
  )
}

function ownMailStart(lines: readonly string[], correspondence: Correspondence): number | null {
  const domain = `@${correspondence.sendDomain.toLowerCase()}`
  for (const at of lines.keys()) {
    const head = ownHead(lines, at, domain)
    if (!head) continue
    const own = lines.slice(0, head.start).join('\n')
    const [above, below] = [lines.slice(head.start, head.end), lines.slice(head.end)]
    return hasAnswersInside(own, above, below, correspondence) ? null : head.start
  }
  return null
}

/**
 * Splits a text into its own part and the older mails quoted at its end. Only what is ours or clearly a quote is split
 * off; a text that only quotes is not split, nor one with answers inside.
 */
export function splitQuote(text: string, correspondence: Correspondence): { text: string; quoted: string } {
  const lines = text.split('\n')
  const plain = lines.map(withoutMarks)
  const starts = [trailingQuoteStart(plain), ownMailStart(plain, correspondence)].filter((at) => at !== null)
  const quoteStart = Math.min(lines.length, ...starts)
  let end = quoteStart
  while (end > 0 && isSeparator(plain[end - 1] ?? '')) end -= 1
  if (starts.length === 0 || end === 0) return { text: text.trim(), quoted: '' }
  return { text: lines.slice(0, end).join('\n').trim(), quoted: lines.slice(quoteStart).join('\n') }
}
