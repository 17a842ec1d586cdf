/** Letters that NFKD does not decompose, and punctuation with several Unicode variants. */
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
const spellingsPattern = new RegExp(`[${Object.keys(spellings).join('')}]`, 'gu')

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** The ASCII digit of a decimal digit in any script; Unicode encodes each script's digits 0 to 9 consecutively. */
function asciiDigit(digit: string): string {
  const code = Number(digit.codePointAt(0))
  let first = code
  while (isDigit(first - 1)) first--
  return String((code - first) % 10)
}

const hexInCapitals = (code: number): string =>
  code.toString(16).replaceAll(/./g, (digit) => 'ABCDEFGHIJKLMNOP'.charAt(parseInt(digit, 16)))

/** What needs no more than lower case: most texts, and whole batches of orders are normalised. */
const isPrintableAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/** Lower case without accents and invisible characters; other scripts are kept, but their digits become ASCII. */
export const normalizeText = (text: string): string =>
  isPrintableAscii(text) ? text.toLowerCase() : normalizeAnyScript(text)

const normalizeAnyScript = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]|(?!\s)\p{Cc}/gu, '')
    .toLowerCase()
    .replaceAll(spellingsPattern, (character) => spellings[character] ?? character)
    .replaceAll(/(?![0-9])\p{Nd}/gu, asciiDigit)

/**
 * The ASCII form in which text is stored and searched, so that a trigram index works for any script
 * and locale: other characters are encoded as `~`, code, `;`. The code is hexadecimal with the capitals A to P, which
 * no lower-case search text can match by chance. Must not be applied twice.
 */
export const fold = (text: string): string =>
  normalizeText(text)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[^a-z0-9 @._+-]/gu, (character) => `~${hexInCapitals(Number(character.codePointAt(0)))};`)

export interface SearchPattern {
  /** For LIKE with the usual escape `\`, against folded text. */
  like: string
  /**
   * The digits only, if the text is a number with the usual punctuation; without leading zeros, which
   * replace a dialling code that is stored in full.
   */
  digits: string | null
  /** Fewer than three characters: the digits are searched in order ids only. */
  orderIdOnly: boolean
}

/** For LIKE with the usual escape `\`: what has the folded text anywhere. */
export const likeContaining = (folded: string): string => `%${folded.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const minSearchLength = 3
const cjkPattern =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo}/u
const numberPattern = /^[0-9+\-()./#\s]*$/

/**
 * The pattern for a search text: any substring of at least three characters; order ids and Chinese, Japanese or Korean text of any
 * length (product §5). Null when it is too short.
 */
export function toSearchPattern(searchVal: string): SearchPattern | null {
  const folded = fold(searchVal)
  const typed = normalizeText(searchVal)
  const digits =
    (numberPattern.test(typed) && typed.replaceAll(/\D/g, '').replace(/^0+(?=\d{3})/, '')) || null
  const isTooShort =
    folded.replaceAll(/~[^~;]+;/g, '~').length < minSearchLength && !cjkPattern.test(searchVal)
  if (folded === '' || (isTooShort && !digits)) return null
  return { like: likeContaining(folded), digits, orderIdOnly: isTooShort }
}
