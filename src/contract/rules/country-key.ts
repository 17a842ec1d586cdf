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
 * What two spellings of a country's name have in common: case, accents, order of words (`KOREA, REPUBLIC OF`),
 * punctuation and small words do not count.
 */
export const countryKey = (name: string): string =>
  plain(name)
    .replaceAll(/['.`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !leftOut.has(word))
    .map((word) => sameWords.get(word) ?? word)
    .sort()
    .join(' ')
