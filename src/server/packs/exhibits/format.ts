import type { PackBlock } from '#contract/packs.ts'
import { estUsDate, estUsTime, parseLocalDateTime } from '#contract/rules/dates.ts'
import { missingText } from '#contract/rules/missing-text.ts'
import { orderType } from '#contract/rules/order-fields.ts'

export type Value = string | null
export interface Fact {
  label: string
  value: Value
}

/** Text, or null where there is none: that is printed as 'not captured'. */
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

/** A calendar day `YYYY-MM-DD` as `MM-DD-YYYY`; what is none stays as it was given. */
export const formatUsDate = (day: string | null | undefined): Value =>
  captured(day)?.replace(/^(\d{4})-(\d{2}-\d{2})$/, '$2-$1') ?? null

/** A local date and time as `MM-DD-YYYY HH:mm:ss`. */
export function formatUsDateTime(text: string | null | undefined): Value {
  const parsed = parseLocalDateTime(text ?? '')
  return parsed ? `${formatUsDate(parsed.date)} ${parsed.time}` : formatUsDate(text)
}

export const formatMoney = (amount: string | null | undefined, currency: string | null | undefined): Value =>
  captured([amount, currency].filter(Boolean).join(' '))

export const facts = (title: string, rows: [label: string, value: Value][]): PackBlock => ({
  kind: 'facts',
  title,
  facts: rows.map(([label, value]) => ({ label, value })),
})

/** Columns as `title: share`. */
export const table = (
  title: string,
  columns: Record<string, number>,
  rows: Value[][],
  empty: string,
): PackBlock => ({
  kind: 'table',
  title,
  columns: Object.entries(columns).map(([name, share]) => ({ title: name, share })),
  rows,
  empty,
})

export const note = (text: string, strong = false): PackBlock => ({ kind: 'note', text, strong })

const declarations = {
  Arrival: 'arrival customs declaration',
  Departure: 'departure customs declaration',
  Unknown: 'customs declaration',
} as const

/** What was bought. */
export const declarationOf = (landingDomain: string): string => declarations[orderType(landingDomain)]

/** `1 order`, `3 orders`. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** Text within a sentence: what is far too long for a name is cut. */
export const truncate = (text: string): string =>
  text.length > 80 ? `${text.slice(0, 79).trimEnd()}…` : text
