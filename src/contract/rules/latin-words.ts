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

/** A name in Latin letters: others cannot be compared with a printed document. */
export const isLatinName = (name: string): boolean => latinWords(name).length > 0 && isLatin(name)
