import { normalizeText } from './search-text.ts'

/** Latin letters and digits in lower case, without accents; the official form prints names so. */
export const latinWords = (text: string): string[] =>
  normalizeText(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** The same with a space between. */
export const latinText = (text: string): string => latinWords(text).join(' ')

/** The same without spaces: a number however it is written. */
export const latinJoined = (text: string): string => latinWords(text).join('')

/** The words in the order of the alphabet, by which a name is found whatever word stands first. */
export const nameKey = (name: string): string => latinWords(name).toSorted().join(' ')

/** A name that Latin letters write: others cannot be compared with what a document prints. */
export const isLatinName = (name: string): boolean =>
  latinWords(name).length > 0 && !/[^\p{Script=Latin}\p{M}\P{L}]/u.test(name)
