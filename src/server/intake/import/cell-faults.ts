import { arrivalFields, departureFields } from '#contract/rules/order-fields.ts'
import { withoutFormulaMark } from '#contract/rules/csv-line.ts'
import { faultOfLetters } from './decode-file.ts'

/** Digits that no arithmetic is done with: a number there is a text. */
const isNumberText = (key: string) => /phone|_(number|code|rt|rw)$|_id$|_last4$|visa/.test(key)
const isPersonName = (key: string) => /(full|passport|cardholder|member)_name$/.test(key)
const dateKeys = new Set([
  ...[...arrivalFields, ...departureFields].flatMap(({ key, kind }) => (kind.startsWith('date') ? key : [])),
  'created_at',
  'processing_date',
  'refund_date',
  'paid_at',
  'terms_accepted_at',
])

/** The day of a spreadsheet's number: 1 is the first of January 1900, and 1900 is taken as a leap year. */
const dayOfSerial = (serial: string): string =>
  new Date(Date.UTC(1899, 11, 30) + Math.trunc(Number(serial)) * 86_400_000).toISOString().slice(0, 10)

interface SpreadsheetFault {
  pattern: RegExp
  /** The fields whose cells it spoils; without it all. */
  keys?: (key: string) => boolean
  says: (text: string) => string
}

/** What spreadsheets make of a value, and what cannot be read back from it. */
const spreadsheetFaults: readonly SpreadsheetFault[] = [
  { pattern: /^#{2,}$/, says: () => 'was wider than its column' },
  { pattern: /^#(?:\p{Lu}{2,}[!?]|DIV\/0!|N\/A|NV)$/u, says: () => 'is an error of a formula' },
  { pattern: /^=./s, says: () => 'is a formula' },
  { pattern: /^[-+]?\d+(?:[.,]\d+)?E[+-]\d+$/i, says: () => 'is a rounded number: its last digits are lost' },
  { pattern: /^\d{3,}[.,]0+$/, keys: isNumberText, says: () => 'was turned into a decimal number' },
  {
    pattern: /^\d{5}(?:[.,]\d+)?$/,
    keys: (key) => dateKeys.has(key),
    says: (text) => `is the number of a day (${dayOfSerial(text)}): save the column as YYYY-MM-DD`,
  },
  { pattern: /\?/, keys: isPersonName, says: () => 'has a question mark where a letter was lost' },
]

const shownChars = 60
export const shorten = (text: string) => (text.length > shownChars ? `${text.slice(0, shownChars)}…` : text)
const describe = (key: string, text: string, fault: string) => `${key} “${shorten(text)}” ${fault}.`

/** The text of a CSV cell, or why it is not what its author wrote. `="012"` is a text that Excel leaves as it is. */
export function readCell(key: string, cell: string): { text: string } | { fault: string } {
  const text = withoutFormulaMark(/^="([^"]*)"$/.exec(cell.trim())?.[1] ?? cell)
  const trimmed = text.trim()
  const spoilt = spreadsheetFaults.find(({ pattern, keys }) => (!keys || keys(key)) && pattern.test(trimmed))
  const fault = faultOfLetters(text) ?? spoilt?.says(trimmed)
  return fault ? { fault: describe(key, trimmed, fault) } : { text }
}

/** An order has lists of lists at most; a deeper value would overflow the stack. */
const maxJsonDepth = 10

/** Why the texts and numbers of a JSON value are not what their author wrote; '' if they may be. */
export function faultOfJson(value: unknown, key = 'The line', depth = 0): string {
  if (typeof value === 'string') {
    const fault = faultOfLetters(value)
    return fault ? describe(key, value, fault) : ''
  }
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return `${key} is a number of more digits than JSON keeps: write it as a text.`
  if (typeof value !== 'object' || value === null) return ''
  if (depth > maxJsonDepth) return `${key} is nested too deep.`
  const faults = Object.entries(value).map(([name, inner]: [string, unknown]) =>
    faultOfJson(inner, Array.isArray(value) ? key : name, depth + 1),
  )
  return faults.filter((fault) => fault !== '').join(' ')
}

interface Suspicion {
  isRaised: (key: string, text: string, today: string) => boolean
  says: string
}

const travelKeys = new Set(['arrival_doa', 'departure_departure_date'])
const addYears = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`

/** What a person should look at before it is stored. */
const suspicions: readonly Suspicion[] = [
  {
    isRaised: (key, text, today) => travelKeys.has(key) && text.slice(0, 10) > addYears(today, 2),
    says: 'is more than two years away',
  },
  {
    isRaised: (key, text, today) => key.endsWith('_dob') && (text > today || text < addYears(today, -120)),
    says: 'is no birthday of a living person',
  },
  {
    isRaised: (key, text) => /phone_number/.test(key) && /^[1-9]\d{6,}$/.test(text),
    says: 'may have lost a 0 or + at its beginning',
  },
  {
    isRaised: (key, text) => isNumberText(key) && /^\d{12,}0{4}$/.test(text),
    says: 'may have lost its last digits',
  },
  {
    isRaised: (key, text) =>
      !dateKeys.has(key) && /^(?:\d{1,2}[-. ]\p{L}{3}|\p{L}{3}[-. ]\d{2})\.?$/u.test(text),
    says: 'may have been turned into a date',
  },
]

/** `today`: `YYYY-MM-DD`. */
export const suspicionsOf = (key: string, value: unknown, today: string): string[] =>
  typeof value === 'string'
    ? suspicions
        .filter(({ isRaised }) => isRaised(key, value.trim(), today))
        .map(({ says }) => `${key} ${says}`)
    : []
