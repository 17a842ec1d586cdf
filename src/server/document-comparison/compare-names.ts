import { nameKey, nameSpellings } from '#contract/rules/latin-words.ts'

/** A distance of at most two letters is a spelling, not another person. */
const maxSpelling = 2

function isSpelledLike(one: string, other: string, edits: number): boolean {
  if (Math.abs(one.length - other.length) > edits) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const [rest, otherRest] = [one.slice(at), other.slice(at)]
  if (rest === '' || otherRest === '') return true
  return (
    edits > 0 &&
    (isSpelledLike(rest.slice(1), otherRest.slice(1), edits - 1) ||
      isSpelledLike(rest.slice(1), otherRest, edits - 1) ||
      isSpelledLike(rest, otherRest.slice(1), edits - 1))
  )
}

type NameLikeness = 'same' | 'similar' | 'other'

interface Spelling {
  words: readonly string[]
  key: string
  /** Sorted, all words together. */
  letters: string
}

export interface Name {
  text: string
  /** Of the spelling without accents. */
  key: string
  spellings: readonly Spelling[]
}

export function prepareName(text: string): Name {
  const spellings = nameSpellings(text).map((words) => ({
    words,
    key: nameKey(words.join(' ')),
    letters: [...words.join('')].toSorted().join(''),
  }))
  return { text, key: spellings[0]?.key ?? '', spellings }
}

function compareSpellings(one: Spelling, other: Spelling): NameLikeness {
  if (one.letters === other.letters) return 'same'
  const [fewer, more] =
    one.words.length < other.words.length ? [one.words, other.words] : [other.words, one.words]
  if (fewer.length > 1 && fewer.every((word) => more.includes(word))) return 'same'
  return isSpelledLike(one.key, other.key, maxSpelling) ? 'similar' : 'other'
}

/** Ignores the order of words; a name that leaves out some of several words is the same person's. */
export function compareNames(one: Name, other: Name): NameLikeness {
  const found = new Set(
    one.spellings.flatMap((spelling) => other.spellings.map((it) => compareSpellings(spelling, it))),
  )
  return found.has('same') ? 'same' : found.has('similar') ? 'similar' : 'other'
}
