import { estClockMs, localClockMs } from '#contract/rules/dates.ts'
import type { CellKind } from './columns.ts'

/** Number formats of `styles.xml`, by its ids: built-in below 164. */
export const customFormats = {
  164: 'dd\\-mm\\-yyyy',
  165: 'dd\\-mm\\-yyyy hh:mm:ss',
  166: 'dd\\-mm\\-yyyy hh:mm:ss" EST"',
} as const

/**
 * The format of each kind of cell. Text has `@`: also after somebody edits the cell it is no formula, and no digit of a
 * telephone number is lost.
 */
export const cellFormats = {
  text: 49,
  number: 0,
  amount: 4,
  day: 164,
  localTime: 165,
  instant: 166,
} as const satisfies Record<CellKind, number>

const kinds = Object.keys(cellFormats)
/** Index in the `cellXfs` of `styles.xml`: after the default one, in the order of the table above. */
const styleOf = (kind: CellKind): number => kinds.indexOf(kind) + 1
/** Of the heads. */
export const headStyle = kinds.length + 1

/** What a cell holds at most, in UTF-16 units: with more, Excel calls the file damaged. */
const maxTextLength = 32_767

/** XML has no such characters, however escaped; halves of surrogate pairs are none either. */
const notInXml =
  /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g // oxlint-disable-line no-control-regex
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}
/** Most texts need none of the following. */
const needsCare = /[^ !#-%'-;=?-^`-~\u{A0}-\uD7FF\uE000-\uFFFD]/u

/** Text as XML; `_x000D_` would be read as the character of this number, so its first sign is written as one. */
export const escapeXml = (text: string): string =>
  needsCare.test(text)
    ? text
        .replace(notInXml, '\uFFFD')
        .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
        .replaceAll(/[&<>"\r]/g, (sign) => entities[sign] ?? sign)
    : text

/** A text in the sheet itself: a table of shared texts would have to be kept until the end. */
function textCell(reference: string, style: number, value: unknown): string {
  const text = String(value)
  const kept = text.length > maxTextLength ? text.slice(0, maxTextLength) : text
  const space = /^\s|\s$|[\n\t]/.test(kept) ? ' xml:space="preserve"' : ''
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${escapeXml(kept)}</t></is></c>`
}

const dayMs = 86_400_000
/** 1970-01-01, counted in days as spreadsheets do. */
const epochSerial = 25_569
/** 1900-03-01: spreadsheets have a day before it that never was. */
const firstSerial = 61

function serialOf(clockMs: number | null): number | null {
  if (clockMs === null) return null
  const serial = clockMs / dayMs + epochSerial
  return serial < firstSerial ? null : serial
}

/** A double holds as many digits of a decimal. */
const exactDigits = 15
const parseDecimal = (value: unknown): number | null => {
  const text = String(value)
  return /^-?\d+(\.\d+)?$/.test(text) && text.length <= exactDigits ? Number(text) : null
}

const parsers = {
  text: () => null,
  number: parseDecimal,
  amount: parseDecimal,
  day: (value) => serialOf(localClockMs(String(value))),
  localTime: (value) => serialOf(localClockMs(String(value))),
  instant: (value) => serialOf(estClockMs(String(value))),
} satisfies Record<CellKind, (value: unknown) => number | null>

/** Writes the cells of one kind; what is not of it, as imports can have it, stays the text that it is. */
export function cellWriter(kind: CellKind): (reference: string, value: unknown) => string {
  const parse = parsers[kind]
  const [style, textStyle] = [styleOf(kind), styleOf('text')]
  return (reference, value) => {
    if (value === null || value === undefined || value === '') return ''
    const number = parse(value)
    return number === null
      ? textCell(reference, textStyle, value)
      : `<c r="${reference}" s="${style}"><v>${number}</v></c>`
  }
}

export const headCell = (reference: string, header: string): string => textCell(reference, headStyle, header)

/** A, B, …, Z, AA, … from 0. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}
