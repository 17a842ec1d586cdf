import type { Fact, PackBlock } from '#contract/packs.ts'
import { estUsDate, estUsTime, parseLocalDateTime } from '#contract/rules/dates.ts'
import { missingText } from '#contract/rules/missing-text.ts'
import { orderType } from '#contract/rules/order-type.ts'

/** Null was not captured and is left out (product §8). */
export type Value = string | null

export function captured(text: string | null | undefined): Value {
  const given = text?.trim() ?? ''
  return given === '' || given === missingText ? null : given
}

/** `03-09-2027 08:15:00`; a pack says once that its times are EST (spec §9). */
export const formatEst = (at: Date | null | undefined): Value =>
  at ? `${estUsDate(at)} ${estUsTime(at)}` : null
export const formatEstText = (instant: string | undefined): Value => {
  const at = new Date(instant ?? '')
  return Number.isNaN(at.getTime()) ? captured(instant) : formatEst(at)
}
export const formatEstDate = (at: Date): string => estUsDate(at)

/** A calendar day `YYYY-MM-DD` as `MM-DD-YYYY`; other texts stay as they are. */
export const formatUsDate = (day: string | null | undefined): Value =>
  captured(day)?.replace(/^(\d{4})-(\d{2}-\d{2})$/, '$2-$1') ?? null

/** A local date and time as `MM-DD-YYYY HH:mm:ss`. */
export function formatUsDateTime(text: string | null | undefined): Value {
  const parsed = parseLocalDateTime(text ?? '')
  return parsed ? `${formatUsDate(parsed.date)} ${parsed.time}` : formatUsDate(text)
}

export const formatMoney = (amount: string | null | undefined, currency: string | null | undefined): Value =>
  captured([amount, currency].filter(Boolean).join(' '))

export const capturedFacts = (rows: readonly [label: string, value: Value][]): Fact[] =>
  rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))

export function facts(title: string, rows: readonly [label: string, value: Value][]): PackBlock[] {
  const found = capturedFacts(rows)
  return found.length > 0 ? [{ kind: 'facts', title, facts: found }] : []
}

/** Columns as `title: share`. A column without values is left out, and so is a table without rows. */
export function table(title: string, columns: Record<string, number>, rows: Value[][]): PackBlock[] {
  if (rows.length === 0) return []
  const isFilled = Object.keys(columns).map((_, at) => rows.some((row) => (row[at] ?? null) !== null))
  return [
    {
      kind: 'table',
      title,
      columns: Object.entries(columns)
        .map(([name, share]) => ({ title: name, share }))
        .filter((_, at) => isFilled[at]),
      rows: rows.map((row) => row.filter((_, at) => isFilled[at])),
    },
  ]
}

export const note = (text: string, strong = false): PackBlock => ({ kind: 'note', text, strong })

const declarations = {
  Arrival: 'arrival customs declaration',
  Departure: 'departure customs declaration',
  Unknown: 'customs declaration',
} as const

export const declarationOf = (landingDomain: string): string => declarations[orderType(landingDomain)]

/** `1 order`, `3 orders`. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** `one, two and three` */
export const joinWords = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join('')

/** Truncates a text within a sentence that is far too long for a name. */
export const truncate = (text: string): string =>
  text.length > 80 ? `${text.slice(0, 79).trimEnd()}…` : text
