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
  ʹ: "'",
  ʾ: "'",
  ʿ: "'",
  '‛': "'",
  '′': "'",
  '`': "'",
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
const isPlainAscii = (text: string): boolean => /^[ -_a-~]*$/.test(text)

/** Lower case without accents and invisible characters; other scripts are kept, but their digits become ASCII. */
export const normalizeText = (text: string): string =>
  isPlainAscii(text) ? text.toLowerCase() : normalizeAnyScript(text)

const normalizeAnyScript = (text: string): string =>
  text
    // NFKD makes it a blank with a mark.
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]|(?!\s)\p{Cc}/gu, '')
    .toLowerCase()
    .replaceAll(spellingsPattern, (character) => spellings[character] ?? character)
    .replaceAll(/(?![0-9])\p{Nd}/gu, asciiDigit)

/**
 * The ASCII form in which text is stored and searched, so that a trigram index works for any script
 * and locale: apostrophes go, other characters are encoded as `~`, code, `;`. The code is hexadecimal with the capitals
 * A to P, which no lower-case search text can match by chance. Must not be applied twice.
 */
export const fold = (text: string): string =>
  normalizeText(text)
    .replaceAll("'", '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[^a-z0-9 @._+-]/gu, (character) => `~${hexInCapitals(Number(character.codePointAt(0)))};`)

/** For LIKE with the usual escape `\`: what has the folded text anywhere. */
export const likeContaining = (folded: string): string => `%${folded.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
