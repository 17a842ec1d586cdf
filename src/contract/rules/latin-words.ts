import { normalizeText } from './search-text.ts'

/** Latin letters and digits in lower case, without accents; the official form prints names so. */
export const latinWords = (text: string): string[] =>
  normalizeText(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

export const latinText = (text: string): string => latinWords(text).join(' ')

/** The same without spaces: a number however it is written. */
export const latinJoined = (text: string): string => latinWords(text).join('')

/** The words in alphabetical order: finds a name in any order of its words. */
export const nameKey = (name: string): string => latinWords(name).toSorted().join(' ')

/** Whether all letters are Latin, with marks, apostrophes of all kinds and invisible characters (product §16). */
export const isLatin = (text: string): boolean => !/[^\p{Script=Latin}\p{Lm}\P{L}]/u.test(text)

/** Latin letters that have no accent to take off, as the form takes them. */
const plainLetters: Readonly<Record<string, string>> = {
  ə: 'e',
  ǝ: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ɓ: 'b',
  ɖ: 'd',
  ɗ: 'd',
  ƒ: 'f',
  ɣ: 'g',
  ɩ: 'i',
  ƙ: 'k',
  ĸ: 'q',
  ɲ: 'n',
  ʋ: 'v',
  ƴ: 'y',
  ʒ: 'z',
}
const invisible = /(?![\u200C\u200D])\p{Cf}/gu
/** Also those that NFKD turns into an accent on a space, and the letters ʻokina and U+02BC. */
const apostrophes = /[´`‘’‛′ʹʻʼʽˈˊˋ＇]/gu

/**
 * Plain capitals, as the official form takes names and addresses (product §16). Text in other letters is kept without invisible
 * characters, so that the member sees it.
 */
export const plainCapitals = (text: string): string =>
  (isLatin(text)
    ? normalizeText(text.normalize('NFC').replaceAll(apostrophes, "'")).replaceAll(
        /[^\0-\x7F]/gu,
        (letter) => plainLetters[letter] ?? letter,
      )
    : text.replaceAll(invisible, '')
  )
    .toUpperCase()
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Letters that a passport's machine-readable lines write with two (ICAO Doc 9303-3 §6). */
const passportLetters: Readonly<Record<string, string>> = { ä: 'ae', å: 'aa', ö: 'oe', ø: 'oe', ü: 'ue' }
/** What some countries write instead: Ñ and Ü with XX, Ü in Chinese names. */
const otherPassportLetters: readonly Readonly<Record<string, string>>[] = [
  { ...passportLetters, ñ: 'nxx', ü: 'uxx' },
  { ...passportLetters, ü: 'yu' },
]
const spell = (text: string, letters: Readonly<Record<string, string>>): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äåñöøü]/g, (letter) => letters[letter] ?? letter)

/** A Latin name in the spelling of a passport's machine-readable lines, in capitals with blanks (ICAO Doc 9303-3 §6). */
export const passportSpelling = (name: string): string =>
  plainCapitals(spell(name, passportLetters))
    .replaceAll("'", '')
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim()

/** Words that stand in passports and bookings for a name that a traveller has not. */
const fillers = new Set(['fnu', 'lnu', 'mnu', 'nfn', 'nln', 'nmn'])
export const isFiller = (word: string): boolean => fillers.has(word)

/** Each word once, without fillers: `SUHARTO SUHARTO` and `SUHARTO LNU` are one name. */
const ownWords = (text: string): string[] => {
  const words = latinWords(text)
  const own = words.filter((word) => !isFiller(word))
  return [...new Set(own.length > 0 ? own : words)]
}

/** The words of a name in each spelling that a document may have: without accents, and as passports transcribe it. */
export function nameSpellings(name: string): string[][] {
  const texts = [name, spell(name, passportLetters), ...otherPassportLetters.map((it) => spell(name, it))]
  const spellings = new Map(texts.map(ownWords).map((words) => [words.join(' '), words]))
  return [...spellings.values()].filter((words) => words.length > 0)
}

/** A name in Latin letters: others cannot be compared with a printed document. */
export const isLatinName = (name: string): boolean => latinWords(name).length > 0 && isLatin(name)
