import { plain } from './search-text.ts'

const leftOut = new Set(['', 'the', 'of', 'and', 'dan'])
const sameWords = new Map([
  ['st', 'saint'],
  ['ste', 'saint'],
  ['islands', 'island'],
  ['kepulauan', 'island'],
  ['pulau', 'island'],
])

/**
 * A key that is equal for all spellings of a country's name: case, accents, word order (`KOREA, REPUBLIC OF`),
 * punctuation and short words are ignored.
 */
export const countryKey = (name: string): string =>
  plain(name)
    .replaceAll(/['.`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !leftOut.has(word))
    .map((word) => sameWords.get(word) ?? word)
    .sort()
    .join(' ')
