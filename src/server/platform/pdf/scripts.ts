/** The font families of documents; together they cover the scripts of names. */
const faces = [
  'latin',
  'arabic',
  'devanagari',
  'thai',
  'chinese',
  'korean',
  'hebrew',
  'georgian',
  'tamil',
  'khmer',
] as const
export type Face = (typeof faces)[number]

export interface Glyph {
  char: string
  face: Face
}

/** All but the joiners that shape the letters around them. */
const invisibleChars =
  /(?!(?<=[\p{Script=Arabic}\p{Script=Devanagari}])[\u200C\u200D])[\p{Cc}\p{Cf}\uFE00-\uFE0F]/gu

/** Thai sara am after a tone mark: its ring stands below the mark, in the order in which fonts stack them. */
const amAfterTone = /([\u0E48-\u0E4B])\u0E33/gu

/** A character that is drawn with the one before it. */
export const isAttached = (char: string): boolean => /[\p{M}\u200C\u200D]/u.test(char)

/** Every family of letters contains these, so the first one has them. */
const isAscii = (char: string) => char >= ' ' && char <= '~'

const codeOf = (char: string) => (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')

/**
 * One paragraph as glyphs, each with the first family that contains it. Characters outside all families appear as their
 * codes, such as `[U+0E81 0E82]`, so that no replacement is mistaken for them.
 */
export function toGlyphs(text: string, has: (face: Face, char: string) => boolean): Glyph[] {
  const shown = text
    .normalize('NFC')
    .replaceAll(amAfterTone, '\u0E4D$1\u0E32')
    .replaceAll(/[\t\v\f]/gu, ' ')
    .replaceAll(invisibleChars, '')
    .replaceAll(/\s/gu, ' ')
  const glyphs: Glyph[] = []
  const appendLatin = (text: string) =>
    glyphs.push(...[...text].map((char) => ({ char, face: 'latin' as const })))
  let isCode = false
  for (const char of shown) {
    if (isAscii(char)) {
      if (isCode) appendLatin(']')
      isCode = false
      glyphs.push({ char, face: 'latin' })
      continue
    }
    // An attached character uses its base character's font, if that contains it.
    const before = isAttached(char) ? glyphs.at(-1)?.face : undefined
    const face = before && has(before, char) ? before : faces.find((it) => has(it, char))
    if (face) {
      if (isCode) appendLatin(']')
      glyphs.push({ char, face })
    } else appendLatin(isCode ? ` ${codeOf(char)}` : `[U+${codeOf(char)}`)
    isCode = face === undefined
  }
  if (isCode) appendLatin(']')
  return glyphs
}

type Direction = 'L' | 'R' | 'number' | 'neutral'

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u
const digit = /[0-9\u0660-\u0669\u06F0-\u06F9]/u
const letter = /[\p{L}\p{M}]/u
const numberSeparator = /[.,:/-]/u

const directionOf = (char: string): Direction => {
  if (digit.test(char)) return 'number'
  if (rightToLeft.test(char) && !/\p{P}/u.test(char)) return 'R'
  return letter.test(char) ? 'L' : 'neutral'
}

/** Numbers run from left to right everywhere; a separator between two digits belongs to their number. */
function directionsOf(chars: readonly string[]): Direction[] {
  const directions = chars.map(directionOf)
  return directions.map((direction, at) =>
    directions[at - 1] === 'number' &&
    directions[at + 1] === 'number' &&
    numberSeparator.test(chars[at] ?? '')
      ? 'number'
      : direction,
  )
}

/**
 * Embedding levels, even from left to right, odd from right to left: the part of the Unicode bidirectional algorithm
 * for texts without direction marks. The first letter sets the paragraph's direction.
 */
export function embeddingLevels(chars: readonly string[]): { base: 0 | 1; levels: number[] } {
  if (!chars.some((char) => char >= '\u0590' && rightToLeft.test(char)))
    return { base: 0, levels: chars.map(() => 0) }
  const directions = directionsOf(chars)
  const base = directions.find((direction) => direction === 'L' || direction === 'R') === 'R' ? 1 : 0
  const ltr = base === 1 ? 2 : 0
  const levels: number[] = []
  let strong: 'L' | 'R' = base === 1 ? 'R' : 'L'
  for (const [at, direction] of directions.entries()) {
    if (direction === 'L' || direction === 'R') strong = direction
    if (direction === 'neutral') {
      const after = directions.slice(at).find((it) => it !== 'neutral')
      const inside =
        strong === 'R' ? after === 'R' || after === 'number' : after === 'L' || after === 'number'
      levels.push(inside ? (strong === 'R' ? 1 : ltr) : base)
    } else levels.push(direction === 'number' ? (strong === 'R' ? 2 : ltr) : direction === 'R' ? 1 : ltr)
  }
  return { base, levels }
}

export function visualOrder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const order = [...runs]
  const highest = Math.max(0, ...order.map(({ level }) => level))
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from
      while ((order[to]?.level ?? -1) >= level) to++
      if (to > from + 1) order.splice(from, to - from, ...order.slice(from, to).toReversed())
      if (to > from) from = to
    }
  }
  return order
}

const mirrors = new Map(
  ['()', '[]', '{}', '<>', '«»', '‹›'].flatMap(
    ([a = '', b = '']) =>
      [
        [a, b],
        [b, a],
      ] as const,
  ),
)

export const mirror = (char: string): string => mirrors.get(char) ?? char
