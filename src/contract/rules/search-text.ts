/** Letters that Unicode does not split into a base and a mark, and signs that people type in several ways. */
const spellings: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  ʻ: "'",
  ʼ: "'",
  '‐': '-',
  '–': '-',
  '—': '-',
  '−': '-',
}
const spelled = new RegExp(`[${Object.keys(spellings).join('')}]`, 'gu')

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** A decimal digit of any script; Unicode lays out each script's ten from its zero on. */
function asciiDigit(digit: string): string {
  const code = Number(digit.codePointAt(0))
  let first = code
  while (isDigit(first - 1)) first--
  return String((code - first) % 10)
}

const capitals = (code: number): string =>
  code.toString(16).replaceAll(/./g, (digit) => 'ABCDEFGHIJKLMNOP'.charAt(parseInt(digit, 16)))

/** The text without case, accents, and what cannot be seen; other scripts stay as they are, their digits do not. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]|(?!\s)\p{Cc}/gu, '')
    .toLowerCase()
    .replaceAll(spelled, (sign) => spellings[sign] ?? sign)
    .replaceAll(/(?![0-9])\p{Nd}/gu, asciiDigit)

/**
 * The ASCII form in which text is stored for search and looked for, so that an index of trigrams works for any script
 * under any locale: other characters are written `~`, code, `;`. The code is hexadecimal in the capitals A to P, which
 * no lower-cased search can hit by chance. Not to be folded again.
 */
export const fold = (text: string): string =>
  plain(text)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[^a-z0-9 @._+-]/gu, (sign) => `~${capitals(Number(sign.codePointAt(0)))};`)

export interface SearchPattern {
  /** For LIKE with the usual escape `\`, against folded text. */
  like: string
  /**
   * The bare digits, when nothing else but a number's usual punctuation was typed; without the zeros before them, which
   * stand for a dialling code that is written out elsewhere.
   */
  digits: string | null
  /** Fewer than three characters: the digits are looked for in order ids only. */
  orderIdOnly: boolean
}

const shortest = 3
const cjk = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo}/u
const number = /^[0-9+\-()./#\s]*$/

/**
 * What to look for: any substring of at least three characters; an order id and Chinese, Japanese or Korean text of any
 * length (product §5). Null when it is too short.
 */
export function foldPattern(searchVal: string): SearchPattern | null {
  const folded = fold(searchVal)
  const typed = plain(searchVal)
  const digits = (number.test(typed) && typed.replaceAll(/\D/g, '').replace(/^0+(?=\d{3})/, '')) || null
  const short = folded.replaceAll(/~[^;]+;/g, '~').length < shortest && !cjk.test(searchVal)
  if (folded === '' || (short && !digits)) return null
  return { like: `%${folded.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`, digits, orderIdOnly: short }
}
