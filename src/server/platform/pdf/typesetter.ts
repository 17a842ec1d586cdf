import {
  toGlyphs,
  embeddingLevels,
  isAttached,
  mirror,
  visualOrder,
  type Face,
  type Glyph,
} from './scripts.ts'

export type Weight = 'regular' | 'strong'

/** `size` in points. */
export interface TextStyle {
  size: number
  weight: Weight
}

export interface FontBook {
  has(face: Face, char: string): boolean
  /** Points, for text of one family at this size. */
  width(face: Face, text: string, style: TextStyle): number
}

/** Text of one family; `x` and `width` in points, from the left end of its line. */
interface Piece {
  text: string
  face: Face
  x: number
  width: number
}

export interface Line {
  pieces: Piece[]
  width: number
  /** Right-aligned: a line of a right-to-left paragraph with several lines. */
  fromRight: boolean
  /** Points; scripts with high marks need more. */
  height: number
  /** Points from the top of the line to the baseline. */
  baseline: number
}

const leading = {
  latin: { height: 1.3, baseline: 0.99 },
  arabic: { height: 1.6, baseline: 1.12 },
  devanagari: { height: 1.5, baseline: 1.08 },
  thai: { height: 1.5, baseline: 1.12 },
  chinese: { height: 1.3, baseline: 1 },
  korean: { height: 1.3, baseline: 1 },
  hebrew: { height: 1.4, baseline: 1.05 },
  georgian: { height: 1.3, baseline: 1 },
  tamil: { height: 1.5, baseline: 1.08 },
  khmer: { height: 1.8, baseline: 1.15 },
} as const satisfies Record<Face, { height: number; baseline: number }>

interface Run {
  level: number
  face: Face
  text: string
}

const ideograph = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u
const firstIdeograph = '\u2E80'
const closing = /[、。，．：；！？）」』】〉》〕,.;:!?)\]}”’]/u

/** A line may end between two ideographs, but none begins with a closing mark. */
const canBreakBetween = (before: Glyph | undefined, after: Glyph) =>
  before !== undefined &&
  (before.char >= firstIdeograph || after.char >= firstIdeograph) &&
  (ideograph.test(before.char) || ideograph.test(after.char)) &&
  !closing.test(after.char)

/** fontkit reverses Arabic and Hebrew, their digits too; other families are drawn as given. */
function visualText({ level, face, text }: Run): string {
  const isOdd = level % 2 === 1
  if (face === 'arabic' || face === 'hebrew')
    return isOdd ? shapeArabic(text) : [...text].toReversed().join('')
  return isOdd ? [...text].toReversed().map(mirror).join('') : text
}

interface Word {
  from: number
  to: number
  width: number
}

/**
 * Breaks text into lines of at most `width` points, lazily. A wider word is broken, or overflows where `breaksWords` is
 * false.
 */
export function* breakLines(
  text: string,
  style: TextStyle,
  width: number,
  book: FontBook,
  breaksWords = true,
): Generator<Line> {
  for (const paragraph of text.split(/\r\n|[\r\n\u2028\u2029]/u)) {
    const glyphs = toGlyphs(paragraph, book.has)
    const { base, levels } = embeddingLevels(glyphs.map(({ char }) => char))

    let hasBroken = false
    const runs = (from: number, to: number): Run[] => {
      const found: Run[] = []
      for (let at = from; at < to; at++) {
        const { char = '', face = 'latin' } = glyphs[at] ?? {}
        const level = levels[at] ?? 0
        const last = found.at(-1)
        if (last && last.face === face && last.level === level) last.text += char
        else found.push({ level, face, text: char })
      }
      return found
    }
    const widthOfRun = (run: Run) => book.width(run.face, visualText(run), style)
    const widthOf = (from: number, to: number) =>
      runs(from, to).reduce((sum, run) => sum + widthOfRun(run), 0)
    const buildLine = (from: number, to: number): Line => {
      const pieces: Piece[] = []
      let x = 0
      for (const run of visualOrder(runs(from, to))) {
        const pieceWidth = widthOfRun(run)
        pieces.push({ text: visualText(run), face: run.face, x, width: pieceWidth })
        x += pieceWidth
      }
      const used = new Set(pieces.map(({ face }) => face)).add('latin')
      const maxLeading = (measure: 'height' | 'baseline') =>
        Math.max(...[...used].map((face) => leading[face][measure])) * style.size
      return {
        pieces,
        width: x,
        fromRight: base === 1 && hasBroken,
        height: maxLeading('height'),
        baseline: maxLeading('baseline'),
      }
    }

    const space = book.width('latin', ' ', style)
    let start = 0
    let end = 0
    let filled = 0
    for (const word of unbreakableParts(glyphs, widthOf, breaksWords ? width : Infinity)) {
      const gap = end < word.from && end > start ? space * (word.from - end) : 0
      if (end > start && filled + gap + word.width > width) {
        hasBroken = true
        yield buildLine(start, end)
        start = word.from
        filled = word.width
      } else {
        if (end === start) start = word.from
        filled += gap + word.width
      }
      end = word.to
    }
    yield buildLine(start, end)
  }
}

function* unbreakableParts(
  glyphs: readonly Glyph[],
  widthOf: (from: number, to: number) => number,
  width: number,
): Generator<Word> {
  let from = 0
  while (from < glyphs.length) {
    if (glyphs[from]?.char === ' ') {
      from++
      continue
    }
    let to = from + 1
    for (; to < glyphs.length; to++) {
      const glyph = glyphs[to]
      if (!glyph || glyph.char === ' ' || canBreakBetween(glyphs[to - 1], glyph)) break
    }
    const whole = widthOf(from, to)
    if (whole <= width) yield { from, to, width: whole }
    else yield* breakWord(glyphs, from, to, widthOf, width)
    from = to
  }
}

function* breakWord(
  glyphs: readonly Glyph[],
  from: number,
  to: number,
  widthOf: (from: number, to: number) => number,
  width: number,
): Generator<Word> {
  let start = from
  let filled = 0
  for (let at = from; at < to;) {
    let next = at + 1
    while (next < to && isOneLetter(glyphs[next - 1], glyphs[next])) next++
    // Single letters are no narrower than joined ones, so the sum is an upper bound.
    const letterWidth = widthOf(at, next)
    if (filled + letterWidth > width && at > start) {
      yield { from: start, to: at, width: filled }
      start = at
      filled = 0
    }
    filled += letterWidth
    at = next
  }
  yield { from: start, to, width: filled }
}

/** Join the consonants on their sides into one letter. */
const viramas = new Set('\u094D\u0BCD\u17D2')

const isOneLetter = (before: Glyph | undefined, after: Glyph | undefined): boolean =>
  (before !== undefined && viramas.has(before.char)) || (after !== undefined && isAttached(after.char))

/** The widest unbreakable part of a text in points: the column width that keeps words and dates whole. */
export function widestWord(text: string, style: TextStyle, book: FontBook): number {
  let widest = 0
  for (const line of breakLines(text, style, 0, book, false)) widest = Math.max(widest, line.width)
  return widest
}

/** Isolated, final, initial and medial form of each letter, in Unicode's order. */
const presentationForms = new Map<string, string[]>()
for (const [first, last] of [
  [0xfe70, 0xfefc],
  [0xfb50, 0xfbff],
] as const) {
  for (let code = first; code <= last; code++) {
    const form = String.fromCodePoint(code)
    const letters = form.normalize('NFKC')
    const known = presentationForms.get(letters) ?? []
    if (letters !== form && known.length < 4) presentationForms.set(letters, [...known, form])
  }
}

const tatweel = '\u0640'
const joinsNext = (letter: string | undefined) =>
  letter !== undefined && (letter === tatweel || (presentationForms.get(letter)?.length ?? 0) > 2)
const joinsPrevious = (letter: string | undefined) =>
  letter !== undefined && (letter === tatweel || (presentationForms.get(letter)?.length ?? 0) > 1)

/**
 * Shapes Arabic text with Unicode's presentation forms. The font's own shaping uses ligatures, from which a reader
 * would copy wrong letters; a presentation form maps to its letter. Text with vowel marks or with letters without such
 * forms is left to the font.
 */
export function shapeArabic(text: string): string {
  const letters = [...text]
  if (
    letters.some(
      (letter) => letter !== tatweel && /[\p{L}\p{M}]/u.test(letter) && !presentationForms.has(letter),
    )
  )
    return text
  let out = ''
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? ''
    const pair = letter + (letters[at + 1] ?? '')
    const isPair = letter === '\u0644' && presentationForms.has(pair)
    const own = presentationForms.get(isPair ? pair : letter)
    const before = joinsPrevious(letter) && joinsNext(letters[at - 1])
    const after = !isPair && joinsNext(letter) && joinsPrevious(letters[at + 1])
    out += own?.[(before ? 1 : 0) + (after ? 2 : 0)] ?? letter
    if (isPair) at++
  }
  return out
}
