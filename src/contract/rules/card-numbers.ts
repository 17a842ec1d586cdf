import { maskedCard } from './masking.ts'

/** Card issuers (ISO/IEC 7812): first digits, and minimum and maximum length of their numbers. */
const issuers = {
  visa: { begins: /^4/, digits: [16, 19] },
  // Thirteen digits are obsolete, and common in German and Austrian mobile numbers.
  oldVisa: { begins: /^4(?!91[5-7]|36)/, digits: [13, 13] },
  mastercard: { begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, digits: [16, 16] },
  americanExpress: { begins: /^3[47]/, digits: [15, 15] },
  discover: { begins: /^(6011|64[4-9]|65)/, digits: [16, 19] },
  diners: { begins: /^(30[0-5]|3095|3[689])/, digits: [14, 19] },
  jcb: { begins: /^35(2[89]|[3-8])/, digits: [16, 19] },
  unionPay: { begins: /^(62|81[0-6]|817[01])/, digits: [16, 19] },
  maestro: { begins: /^(5018|5020|5038|5893|6304|6390|6759|676[1-3]|0604)/, digits: [13, 19] },
  mir: { begins: /^220[0-4]/, digits: [16, 19] },
  ruPay: { begins: /^(508[5-9]|60[78]|606[9]|817[2-9]|81[89]|820[01])/, digits: [16, 16] },
} as const satisfies Record<string, { begins: RegExp; digits: readonly [number, number] }>

const [minDigits, usualDigits, maxDigits] = [13, 16, 19]
const mayBegin = /^[0234568]/
/** The longest telephone number with its country's code (E.164). */
const maxTelephoneDigits = 15

const isOfAnIssuer = (number: string) =>
  Object.values(issuers).some(
    ({ begins, digits: [from, to] }) => number.length >= from && number.length <= to && begins.test(number),
  )

const decimalDigit = /^\p{Nd}$/u

/** The value of a digit: Unicode encodes each script's digits 0 to 9 consecutively. */
function placeOfDigit(digit: string): number {
  const plain = digit.normalize('NFKC')
  if (/^\d$/.test(plain)) return Number(plain)
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && decimalDigit.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}

/** Cache by code point; Unicode has fewer than a thousand digits. */
const values = new Map<number, number>()

function digitValue(code: number): number {
  const known = values.get(code)
  if (known !== undefined) return known
  const value = placeOfDigit(String.fromCodePoint(code))
  values.set(code, value)
  return value
}

/** Digits of any script as those from 0 to 9. */
function plainDigits(digits: string): string {
  if (/^\d+$/.test(digits)) return digits
  let plain = ''
  for (let at = 0; at < digits.length; at++) {
    const code = digits.codePointAt(at) ?? 0
    if (code > 0xff_ff) at++
    plain += digitValue(code)
  }
  return plain
}

/** Consecutive digits, and their position. */
interface Group {
  digits: string
  start: number
  end: number
}

/** Digits, and the separators that people, forms and mail programs put into a number. */
const group = /(\p{Nd}+)([\s\p{Z}\p{Pd}\p{Cc}\p{Cf}\p{M}.,_/|'·•>\u2212\uFFFD]{1,6}(?=\p{Nd}))?/gu

/** Groups of digits with gaps between them; a new run begins after any other text. */
function runsOf(text: string): Group[][] {
  const runs: Group[][] = []
  let run: Group[] | undefined
  for (const { 1: digits = '', 2: gap, index } of text.matchAll(group)) {
    const found = { digits: plainDigits(digits), start: index, end: index + digits.length }
    if (run) run.push(found)
    else runs.push((run = [found]))
    if (gap === undefined) run = undefined
  }
  return runs
}

const isDate = /(?<!\d)(\d{1,2}([-./])\d{1,2}\2(19|20)\d{2}|(19|20)\d{2}([-./])\d{1,2}\5\d{1,2})(?!\d)/
/** An Indonesian tax number (NPWP) as it is written. */
const taxNumber = '2-3-3-1-3-3'
/** The groups in which card numbers are printed. */
const maxCardGroups = 5
const cardGroups = /^(4(-4){2,3}(-[1-4])?|4-6-[45]|6-(7|8|10|13)|8-8)$/

/** A candidate: the groups from `first` to before `end` of a run; groups before `begin` belong to no card. */
interface Candidate {
  run: readonly Group[]
  begin: number
  first: number
  end: number
  number: string
}

const startOf = ({ run, first }: Candidate) => run[first]?.start ?? 0
const endOf = ({ run, end }: Candidate) => run[end - 1]?.end ?? 0

/** More groups than a card has count as one number only at the beginning or the end of a run. */
const isInside = ({ run, begin, first, end }: Candidate): boolean =>
  end - first > maxCardGroups && first !== begin && end !== run.length

/** Whether the groups may be one number: a single group, a printed card's grouping, or the whole run. */
function mayBeOneNumber(text: string, candidate: Candidate): boolean {
  const { run, begin, first, end } = candidate
  if (end - first === 1) return true
  const groups = run.slice(first, end)
  const shape = groups.map(({ digits }) => digits.length).join('-')
  if (shape === taxNumber || isDate.test(text.slice(startOf(candidate), endOf(candidate)))) return false
  const gaps = groups.slice(1).map(({ start }, index) => text.slice(groups[index]?.end, start))
  const isUniform = new Set(gaps).size === 1
  if (cardGroups.test(shape)) return isUniform || first === begin || end === run.length
  if (end === run.length) return first === begin || !beginsAsTelephone(text, run)
  return first === begin && isUniform
}

const hasPlus = (text: string, { start }: Group) => /[+＋]/.test(text.charAt(start - 1))
const beginsAsTelephone = (text: string, [first]: readonly Group[]) =>
  first !== undefined && (first.digits.startsWith('0') || hasPlus(text, first))

function isCard(text: string, candidate: Candidate): boolean {
  const { run, first, number } = candidate
  if (isInside(candidate) || !isOfAnIssuer(number)) return false
  const [group] = run.slice(first, first + 1)
  const isTelephone = group && number.length <= maxTelephoneDigits && hasPlus(text, group)
  return !isTelephone && mayBeOneNumber(text, candidate)
}

/** Sixteen digits first, because date or code often follow such a number. */
const usualFirst = (a: Candidate, b: Candidate) =>
  Math.abs(a.number.length - usualDigits) - Math.abs(b.number.length - usualDigits)

/** Luhn's value of a doubled digit. */
const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]

/**
 * Luhn's check of any part of the digits, which every card number passes, and one in ten other numbers. Sums from the
 * beginning are kept, one in which every even place is doubled and one with the odd ones: a text of a million digits
 * begins a million numbers.
 */
function luhnCheckOf(digits: string): (from: number, to: number) => boolean {
  const sums = [new Uint32Array(digits.length + 1), new Uint32Array(digits.length + 1)] as const
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(at) - 48
    const [single, twice] = at % 2 === 0 ? [sums[1], sums[0]] : [sums[0], sums[1]]
    single[at + 1] = (single[at] ?? 0) + digit
    twice[at + 1] = (twice[at] ?? 0) + (doubled[digit] ?? 0)
  }
  return (from, to) => {
    const sum = to % 2 === 0 ? sums[0] : sums[1]
    return ((sum[to] ?? 0) - (sum[from] ?? 0)) % 10 === 0
  }
}

function cardsInRun(text: string, run: readonly Group[]): Candidate[] {
  const digits = run.map((group) => group.digits).join('')
  if (digits.length < minDigits) return []
  const passesLuhn = luhnCheckOf(digits)
  const cards: Candidate[] = []
  let begin = 0
  /** Position of the first digit of the group `first`. */
  let from = 0
  for (let first = 0; first < run.length;) {
    const candidates: Candidate[] = []
    let to = from
    for (let end = first + 1; end <= run.length && mayBegin.test(digits.charAt(from)); end++) {
      to += run[end - 1]?.digits.length ?? 0
      if (to - from > maxDigits) break
      if (to - from >= minDigits && passesLuhn(from, to))
        candidates.push({ run, begin, first, end, number: digits.slice(from, to) })
    }
    const card = candidates.sort(usualFirst).find((candidate) => isCard(text, candidate))
    if (card) {
      cards.push(card)
      begin = card.end
    }
    from += card?.number.length ?? run[first]?.digits.length ?? 0
    first = card?.end ?? first + 1
  }
  return cards
}

/** Number of characters examined after a number. */
const maxRest = 120
/** Data after the number on a magnetic stripe (ISO/IEC 7813): name, date and the issuer's own data. */
const trackRest = /^(\^[^^\n]{2,26}\^[\d ]{4,}[^?\n]{0,60}\??|[=D]\d{7,}\??)/
/** Date and security code after a number: `12/27 123`. */
const codeBehind =
  /^([\s,;|]{1,3}(?:exp\w*[\s.:]{0,3})?\d{1,2}\s?[/-]\s?(?:\d{4}|\d{2})[\s,;|]{1,3})\d{3,4}(?!\d)/i

/** Security codes with their usual names. */
const securityCode =
  /((?<![a-z])(?:cvv2?|cvc2?|cvn2?|csc|security code|card code|kode keamanan)(?![a-z])[\s:=#.\-–()]{0,4}(?:(?:number|code|is|adalah|no)[\s:=#.]{1,3})?)\d{3,4}(?!\d)/gi

const enoughDigits = new RegExp(`(?:\\p{Nd}[^\\p{Nd}]{0,6}){${minDigits}}`, 'u')
const hasEnoughDigits = (text: string): boolean => text.length >= minDigits && enoughDigits.test(text)
/** Fast path: most texts have no number. */
const hasCodeDigits = /\d{3}/

function maskNumbers(text: string): string {
  let shown = ''
  let at = 0
  for (const card of runsOf(text).flatMap((run) => cardsInRun(text, run))) {
    // Masked already, as the tail of the number before.
    if (startOf(card) < at) continue
    const end = endOf(card)
    shown += text.slice(at, startOf(card)) + maskedCard(card.number.slice(-4))
    const rest = text.slice(end, end + maxRest)
    at = end + (trackRest.exec(rest)?.[0].length ?? 0)
    const code = codeBehind.exec(rest)
    if (!code) continue
    shown += `${code[1] ?? ''}${maskedCard('')}`
    at = end + code[0].length
  }
  return shown + text.slice(at)
}

/**
 * Masks every card number in a text but its last four digits, in whatever groups and script, with what a magnetic stripe
 * has behind it; and every security code that is called so (product §13). Other long numbers stay.
 */
export function maskCards(text: string): string {
  const masked = hasEnoughDigits(text) ? maskNumbers(text) : text
  return hasCodeDigits.test(masked) ? masked.replaceAll(securityCode, `$1${maskedCard('')}`) : masked
}
