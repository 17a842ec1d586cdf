import { readDates, readShortYear } from './document-dates.ts'
import { latinJoined } from '#contract/rules/latin-words.ts'

export interface LabelledValues {
  names: string[]
  /** As printed. */
  passports: string[]
  /** Each with all days that it can mean. */
  birthDates: string[][]
  arrivalDates: string[][]
  departureDates: string[][]
  flights: string[]
}

type LabelKind = keyof LabelledValues | 'other'

/** English and Indonesian; longer ones first. `^`: only at the beginning of a line. */
const labels: readonly (readonly [string, LabelKind])[] = [
  ['full name', 'names'],
  ['nama lengkap', 'names'],
  ["(?:passenger|travell?er)(?:'?s)? name", 'names'],
  ['name of (?:the )?(?:passenger|travell?er)', 'names'],
  ['^name in passport', 'names'],
  ['^name', 'names'],
  ['^nama', 'names'],
  ['passport (?:number|no)', 'passports'],
  ['(?:nomor|no\\.?) paspor', 'passports'],
  ['^passport', 'passports'],
  ['^paspor', 'passports'],
  ['(?:date of birth|birth date|tanggal lahir)', 'birthDates'],
  ['(?:date of arrival|arrival date|tanggal (?:kedatangan|tiba))', 'arrivalDates'],
  ['(?:date of departure|departure date|tanggal keberangkatan)', 'departureDates'],
  ['(?:flight (?:number|no)|(?:nomor|no\\.?) penerbangan)', 'flights'],
  ['^flight', 'flights'],
  [
    '(?:nationality|kewarganegaraan|place of birth|tempat lahir|port of arrival|registration|sex|gender|jenis kelamin|e-?mail|address|alamat|order (?:id|number))',
    'other',
  ],
]

const labelPattern = new RegExp(
  labels
    .map(([label]) =>
      label.startsWith('^') ? `((?<=^[ \\t]{0,40})${label.slice(1)})` : `((?<!\\p{L})${label})`,
    )
    .join('|')
    .replace(/^/, '(?:')
    .replace(/$/, ')(?!\\p{L})\\.?[ \\t]*[:：]?'),
  'gimu',
)

const maxNameLength = 80
/** Letters, and the characters between the words of a name. */
const printedName = /^\p{L}[\p{L}\p{M}\s.'’,()-]*$/u

const toName = (value: string): string[] =>
  value.length <= maxNameLength && printedName.test(value) ? [value] : []

/** The leading words that can belong to a number: words of letters alone only before the first digits. */
function toPassport(value: string): string[] {
  const [found = ''] = /^[A-Z]{0,3}[ -]?\d[A-Z\d]*(?:[ -][A-Z\d]*\d[A-Z\d]*)*/i.exec(value) ?? []
  const { length } = latinJoined(found)
  return length >= 5 && length <= 20 ? [found.trim()] : []
}

const toFlight = (value: string): string[] => {
  const [found] = /^[A-Z\d]{2,3}[ -]?\d{1,4}[A-Z]?(?![A-Z\d])/i.exec(value) ?? []
  return found ? [found] : []
}

const firstDates = (value: string): string[][] => readDates(value).slice(0, 1)

const readers = {
  names: toName,
  passports: toPassport,
  birthDates: firstDates,
  arrivalDates: firstDates,
  departureDates: firstDates,
  flights: toFlight,
} as const satisfies Record<keyof LabelledValues, (value: string) => string[] | string[][]>

/** More than a family's document has. */
const maxLabels = 300

const empty = (): LabelledValues => ({
  names: [],
  passports: [],
  birthDates: [],
  arrivalDates: [],
  departureDates: [],
  flights: [],
})

/** A passport's machine-readable lines: names, then number and birth date (ICAO 9303). */
const firstLine = /^[PV][A-Z<][A-Z<]{3}([A-Z<]{15,41})\s*$/gm
const secondLine = /^([A-Z0-9<]{9})\d[A-Z<]{3}(\d{6})\d[MFX<]\d{6}\d/gm

function readMachineLines(text: string, values: LabelledValues): void {
  const lines = text.replaceAll(/[ \t]/g, '')
  for (const [, names = ''] of lines.matchAll(firstLine))
    values.names.push(names.replaceAll(/<+/g, ' ').trim())
  for (const [, passport = '', birth = ''] of lines.matchAll(secondLine)) {
    values.passports.push(passport.replaceAll('<', ''))
    values.birthDates.push(readShortYear(birth))
  }
}

export function readLabelledValues(text: string): LabelledValues {
  const values = empty()
  const found = [...text.matchAll(labelPattern)].slice(0, maxLabels)
  found.forEach((match, index) => {
    const kind = labels[match.slice(1).findIndex((group) => group !== undefined)]?.[1]
    if (!kind || kind === 'other') return
    const end = found[index + 1]?.index ?? text.length
    const value = text
      .slice(match.index + match[0].length, end)
      .split(/\r?\n/)
      .map((line) => line.trim())
      .find((line) => line !== '')
    if (value === undefined) return
    const read: readonly (string | string[])[] = readers[kind](value)
    Object.assign(values, { [kind]: [...values[kind], ...read] })
  })
  readMachineLines(text, values)
  return values
}
