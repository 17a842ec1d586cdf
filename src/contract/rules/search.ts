import { emailKey, readEmail } from './email.ts'
import { linkedOrderId, readOrderId } from './order-id.ts'
import { fold, normalizeText } from './search-text.ts'
import type { TelephoneReader } from './telephone.ts'

/** What a search text may mean: an order is found by any of it (product §5). */
export interface SearchReading {
  /**
   * All of them are in the order's search text, each in one of its spellings, in any order. Folded. Without any,
   * nothing is found by them.
   */
  words: readonly (readonly string[])[]
  orderId: number | null
  /** One or two digits, which are searched in order ids only. */
  partOfOrderId: string | null
  /** The last digits of a telephone. */
  telephone: string | null
}

const minSearchLength = 3
const cjkPattern =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo}/u
const numberPattern = /^[0-9+\-()./#\s,:'"“”„«»<>]*$/
const telephoneAddress = /^(?:tel:|https?:\/\/wa\.me\/)/
const extension = /(?:ext\.?|x)\s*\d{1,7}$/

/**
 * The digits of a number with the usual punctuation, without leading zeros, which replace a dialling code that is
 * stored in full; null for any other text.
 */
function digitsOf(text: string): string | null {
  const typed = normalizeText(text).trim().replace(telephoneAddress, '').replace(extension, '')
  return (numberPattern.test(typed) && typed.replaceAll(/\D/g, '').replace(/^0+(?=\d{3})/, '')) || null
}

/** Three characters; order ids and Chinese, Japanese or Korean text may be shorter (product §5). */
export const isSearchable = (text: string): boolean =>
  fold(text).replaceAll(/~[^~;]+;/g, '~').length >= minSearchLength ||
  (cjkPattern.test(text) && fold(text) !== '') ||
  digitsOf(text) !== null

/** Whatever their code and trunk digits, two spellings of a telephone end alike. */
const telephoneEnd = 8

function lastDigits(text: string, readTelephone: TelephoneReader): string | null {
  const number = text.trim().toLowerCase().replace(telephoneAddress, '')
  const { countryCode, national } = readTelephone({ number })
  const digits = countryCode + national
  return digits.length < telephoneEnd ? null : digits.slice(-telephoneEnd)
}

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const maxSpellings = 8

/** The folded word, also with `ü` for `ue` and the other way round. */
function spellingsOf(word: string): string[] {
  const written = fold(word.toLowerCase().replaceAll(/[äöüøå]/g, (vowel) => umlauts[vowel] ?? vowel))
  const shortened = fold(word)
    .split(/([aou]e|aa)/)
    .reduce<string[]>(
      (heads, part, at) =>
        heads
          .flatMap((head) => (at % 2 === 0 ? [head + part] : [head + part, head + part.charAt(0)]))
          .slice(0, maxSpellings),
      [''],
    )
  return [...new Set([...shortened, written])]
}

const betweenWords = /[\s,;:!?"“”„«»‹›<>()[\]{}|、。「」]+/u
const withoutStop = (word: string) => (word.endsWith('.') ? word.slice(0, -1) : word)

/** The trigram index finds these. */
const isIndexed = (word: string) => /[a-z0-9]{3}|~/.test(word)

function wordsOf(text: string): string[][] {
  const words = text
    .normalize('NFKC')
    .split(betweenWords)
    .flatMap((word) => (/[\p{Nd}@]/u.test(word) ? [word] : word.split(/\p{Pd}/u).map(withoutStop)))
    .filter((word) => fold(word) !== '')
  const spellings = words.map((word) => (/[\p{Nd}@]/u.test(word) ? [fold(word)] : spellingsOf(word)))
  if (spellings.some((forms) => forms.every(isIndexed))) return spellings
  // Short words are indexed with the blank between them.
  return [[...new Set([fold(text), fold(words.toReversed().join(' '))])].filter((form) => form !== '')]
}

/** An id stands by itself or behind 'order', 'id' or 'no'; digits within other words are of something else. */
function orderIdBeside(text: string): string | null {
  const spaced = text.replaceAll(/(?<!\p{L})(?:order|id|no)(?=\p{Nd})/giu, '$& ')
  return /\p{L}\p{Nd}|\p{Nd}\p{L}/u.test(spaced) ? null : readOrderId(spaced)
}

/** Reads what was typed or pasted into a search; null if it is too short. */
export function readSearch(text: string, readTelephone: TelephoneReader): SearchReading | null {
  if (!isSearchable(text)) return null
  const nothing: SearchReading = { words: [], orderId: null, partOfOrderId: null, telephone: null }
  const linked = linkedOrderId(text)
  if (linked !== null) return { ...nothing, orderId: Number(linked) }
  const digits = digitsOf(text)
  if (digits !== null && digits.length < minSearchLength) return { ...nothing, partOfOrderId: digits }
  const email = readEmail(text)
  const isEmail = /^[^\s@]+@[^\s@]*$/.test(email)
  const beside = isEmail ? (/^[1-9]\d{5,14}(?=[@+])/.exec(email)?.[0] ?? null) : orderIdBeside(text)
  const forms = isEmail ? [email, emailKey(email)].map(fold) : digits === null ? null : [fold(text), digits]
  return {
    ...nothing,
    words: forms ? [[...new Set(forms)]] : wordsOf(text),
    orderId: beside === null ? null : Number(beside),
    telephone: digits === null ? null : lastDigits(text, readTelephone),
  }
}
