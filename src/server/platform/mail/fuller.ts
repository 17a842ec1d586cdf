const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+|~~/gu) ?? []

function countMissing(text: string, from: string): number {
  const words = new Set(wordsIn(text))
  return wordsIn(from).filter((word) => !words.has(word)).length
}

/** Of two forms of a text the one that has more words that the other lacks; the first if both have the same. */
export const fuller = (one: string, other: string): string =>
  countMissing(one, other) > countMissing(other, one) ? other : one
