import { estClockMs, localClockMs } from '#contract/rules/dates.ts'
import type { CellKind } from './columns.ts'

/** Number formats of `styles.xml` by id; built-in ones are below 164. */
export const customFormats = {
  164: 'dd\\-mm\\-yyyy',
  165: 'dd\\-mm\\-yyyy hh:mm:ss',
  166: 'dd\\-mm\\-yyyy hh:mm:ss" EST"',
} as const

/**
 * The number format of each kind of cell. Text has `@`, so that an edited cell becomes no formula and telephone numbers
 * keep their digits.
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
/** Index in the `cellXfs` of `styles.xml`: after the default, in the order of the table above. */
const styleOf = (kind: CellKind): number => kinds.indexOf(kind) + 1
export const headStyle = kinds.length + 1

/** UTF-16 units of a cell; with more, Excel reports a damaged file. */
const maxTextLength = 32_767

/** XML cannot contain these characters, even escaped, nor lone surrogates. */
const notInXml =
  /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g // oxlint-disable-line no-control-regex
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}
/** A quick test; most texts need no escaping. */
const needsCare = /[^ !#-%'-;=?-^`-~\u{A0}-\uD7FF\uE000-\uFFFD]/u

/** Text as XML. `_x000D_` would be read as a character's number, so its first sign is escaped. */
export const escapeXml = (text: string): string =>
  needsCare.test(text)
    ? text
        .replace(notInXml, '\uFFFD')
        .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
        .replaceAll(/[&<>"\r]/g, (sign) => entities[sign] ?? sign)
    : text

/** An inline text: shared strings would have to be kept in memory until the end. */
function textCell(reference: string, style: number, value: unknown): string {
  const text = String(value)
  const kept = text.length > maxTextLength ? text.slice(0, maxTextLength) : text
  const space = /^\s|\s$|[\n\t]/.test(kept) ? ' xml:space="preserve"' : ''
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${escapeXml(kept)}</t></is></c>`
}

const dayMs = 86_400_000
/** 1970-01-01 in the day count of spreadsheets. */
const epochSerial = 25_569
/** 1900-03-01: spreadsheets count a day before it that never existed. */
const firstSerial = 61

function serialOf(clockMs: number | null): number | null {
  if (clockMs === null) return null
  const serial = clockMs / dayMs + epochSerial
  return serial < firstSerial ? null : serial
}

/** Decimal digits that a double represents exactly. */
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

/** Writes the cells of one kind. A value that does not fit, as imports may have, is written as text. */
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

export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}
