import { normalizeText } from './search-text.ts'

const ignoredWords = new Set(['', 'the', 'of', 'and', 'dan'])
const equivalentWords = new Map([
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
  normalizeText(name)
    .replaceAll(/['.`]/g, '')
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => !ignoredWords.has(word))
    .map((word) => equivalentWords.get(word) ?? word)
    .sort()
    .join(' ')
