import { fold } from './search-text.ts'

/** A folded letter; one beyond ASCII is written as `~`, code, `;`. */
const letterPattern = /~[A-P]+;|./gu
const lettersOf = (word: string): string[] => word.match(letterPattern) ?? []

/** The folded words of a text, as `name_words` has those of names. */
export const foldedWords = (text: string): string[] =>
  fold(text)
    .split(/[\s.+_-]+/)
    .filter((word) => word !== '')

/** Shorter words are too similar to others. */
const minLettersToMistake = 4
const minLettersInOtherScripts = 3

/** Whether a word is long enough for a search with one wrong letter. */
export const mayBeMistaken = (word: string): boolean =>
  !/\d|@/.test(word) &&
  lettersOf(word).length >= (word.includes('~') ? minLettersInOtherScripts : minLettersToMistake)

/** The word, and its variants with one letter removed: words one letter apart share a variant. */
export const formsOfWord = (word: string): string[] => {
  const letters = lettersOf(word)
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}

const rest = (letters: readonly string[], from: number) => letters.slice(from).join('')

/** Whether folded words differ by one replaced, missing, extra or transposed letter. */
export function isOneLetterApart(first: string, second: string): boolean {
  const [a, b] = [lettersOf(first), lettersOf(second)]
  const begin = a.findIndex((letter, at) => letter !== b[at])
  const start = begin < 0 ? a.length : begin
  const swapped = a[start] === b[start + 1] && a[start + 1] === b[start] && a[start] !== undefined
  return (
    first !== second &&
    (rest(a, start + 1) === rest(b, start + 1) ||
      rest(a, start) === rest(b, start + 1) ||
      rest(a, start + 1) === rest(b, start) ||
      (swapped && rest(a, start + 2) === rest(b, start + 2)))
  )
}
