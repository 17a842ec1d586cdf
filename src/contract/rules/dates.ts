import { missingText } from './missing-text.ts'

/** An instant as an ISO string (`2026-11-20T14:41:02Z`) or as the Date of the database driver. */
export type Instant = string | Date

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Indonesia's customs office counts its days in Asia/Jakarta, which has no summer time. */
const jakartaOffsetMs = 7 * hourMs
/** Times are shown in EST, a fixed UTC−05:00 (product §7). */
const estOffsetMs = -5 * hourMs

export const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const

const utcMidnightMs = (isoDate: string): number => Date.parse(`${isoDate}T00:00:00Z`)
const isoDateAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** A day of the calendar as `YYYY-MM-DD`, from the year 1000 on. */
export function isIsoDate(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const ms = utcMidnightMs(text)
  return !Number.isNaN(ms) && isoDateAt(ms) === text
}

const timePattern = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`
const localDateTimePattern = new RegExp(String.raw`^(\S{10}) (${timePattern})$`)
const isoInstantPattern = new RegExp(
  String.raw`^(\S{10})T${timePattern}(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$`,
)

/** Splits `YYYY-MM-DD HH:mm:ss` without a zone, the form of `departure_departure_date` (spec §3), into date and time. */
export function parseLocalDateTime(text: string): { date: string; time: string } | null {
  const [, date = '', time = ''] = localDateTimePattern.exec(text) ?? []
  return isIsoDate(date) ? { date, time } : null
}

export const isLocalDateTime = (text: string): boolean => parseLocalDateTime(text) !== null

/** `YYYY-MM-DDTHH:mm:ss` with a zone, fractions of a second allowed. */
export const isIsoInstant = (text: string): boolean => isIsoDate(isoInstantPattern.exec(text)?.[1] ?? '')

/** The date in Indonesia (product §2). */
export const jakartaToday = (now: Date): string => isoDateAt(now.getTime() + jakartaOffsetMs)

/** Minutes since midnight in Indonesia. */
export const jakartaMinute = (now: Date): number =>
  Math.floor(((now.getTime() + jakartaOffsetMs) % dayMs) / 60_000)

/** The time in Indonesia, `HH:mm`. */
export const jakartaTime = (at: Date): string =>
  new Date(at.getTime() + jakartaOffsetMs).toISOString().slice(11, 16)

/** The instant at which a day begins in Indonesia. */
export const jakartaMidnight = (isoDate: string): Date => new Date(utcMidnightMs(isoDate) - jakartaOffsetMs)

/** @throws RangeError for what is no date, and beyond the years 1000 to 9999 */
export function addDays(isoDate: string, days: number): string {
  const result = isoDateAt(utcMidnightMs(isoDate) + days * dayMs)
  if (!isIsoDate(isoDate) || !isIsoDate(result)) throw new RangeError(`${isoDate} and ${days} days`)
  return result
}

/** Days from today to the travel date; negative once it is past. */
export const daysUntil = (travelDate: string, today: string): number =>
  (utcMidnightMs(travelDate) - utcMidnightMs(today)) / dayMs

/** An instant as replies contain it: `YYYY-MM-DDTHH:mm:ssZ` (product §5). */
export const wireInstant = (at: Date): string => at.toISOString().replace(/\.\d+Z/, 'Z')

/** The first day on which a declaration can be submitted: `windowDays` before travel (product §2). */
export const windowOpensOn = (travelDate: string, windowDays: number): string =>
  addDays(travelDate, -windowDays)

/** The month of a day as `YYYY-MM`; `process_month` is that of the day the window opens (product §2). */
export const processMonth = (isoDate: string): string => isoDate.slice(0, 7)

/**
 * Converts a range of whole EST days, both included, to a half-open range of instants (product §5). An empty end is
 * unbounded.
 */
export const estDayRange = (
  fromDate: string | null | undefined,
  toDate: string | null | undefined,
): { from: Date | null; to: Date | null } => ({
  from: fromDate ? new Date(utcMidnightMs(fromDate) - estOffsetMs) : null,
  to: toDate ? new Date(utcMidnightMs(toDate) + dayMs - estOffsetMs) : null,
})

const dayFirst = (isoDate: string): string => isoDate.split('-').reverse().join('-')

/** The day of a moment in EST, `YYYY-MM-DD`. */
export const estDate = (at: Date): string => isoDateAt(at.getTime() + estOffsetMs)

/** Date and time in EST, or null for an invalid instant. */
function toEst(value: Instant): { date: string; time: string } | null {
  if (typeof value === 'string' && !isIsoInstant(value)) return null
  const iso = new Date(new Date(value).getTime() + estOffsetMs).toISOString()
  return { date: iso.slice(0, 10), time: iso.slice(11, 19) }
}

/**
 * What a clock and a calendar in EST show at that moment, as ms since 1970 on that calendar: what spreadsheets, which know no
 * zones, count days from. Null for an invalid instant.
 */
export const estClockMs = (value: string): number | null =>
  isIsoInstant(value) ? Date.parse(value) + estOffsetMs : null

/** The same of a day at midnight, or of `YYYY-MM-DD HH:mm:ss` without a zone. */
export function localClockMs(text: string): number | null {
  if (isIsoDate(text)) return utcMidnightMs(text)
  const local = parseLocalDateTime(text)
  return local && Date.parse(`${local.date}T${local.time}Z`)
}

/** A missing value gives '-'; text that is not a date is shown unchanged, because imports can contain any text. */
const withFallback =
  <T extends Instant>(format: (value: T) => string | null) =>
  (value: T | null | undefined): string =>
    value ? (format(value) ?? String(value)) : missingText

/** A day, or the day of a local date and time, as `DD-MM-YYYY` (spec §9). */
export const displayDate = withFallback((value: string) => {
  const date = parseLocalDateTime(value)?.date ?? value
  return isIsoDate(date) ? dayFirst(date) : null
})

/** `DD-MM-YYYY HH:mm:ss` of a local date and time; other text is unchanged. */
export const displayLocalDateTime = (text: string): string => {
  const local = parseLocalDateTime(text)
  return local ? `${displayDate(local.date)} ${local.time}` : text
}

/** A month `YYYY-MM` as `Mar 2027` (product §2). */
export const displayMonth = withFallback((value: string) => {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(value) ?? []
  const name = monthNames[Number(month) - 1]
  return name ? `${name} ${year}` : null
})

/** A moment as `DD-MM-YYYY HH:mm:ss` in EST (spec §9). */
export const estDateTime = withFallback((value: Instant) => {
  const est = toEst(value)
  return est && `${dayFirst(est.date)} ${est.time}`
})

/** The same with the zone, which stays on the line of its time. */
export const estTimestamp = withFallback((value: Instant) =>
  toEst(value) ? `${estDateTime(value)}\u{A0}EST` : null,
)

/** A moment's day as `MM-DD-YYYY` in EST: remarks and the packs' history (spec §9). */
export const estUsDate = withFallback((value: Instant) => {
  const est = toEst(value)
  return est && `${est.date.slice(5)}-${est.date.slice(0, 4)}`
})

/** A moment's time as `HH:mm:ss` in EST. */
export const estUsTime = withFallback((value: Instant) => toEst(value)?.time ?? null)

/** Turns the `MM-DD-YYYY` of remarks (product §5) into an ISO date. */
export const usDateAsIso = (usDate: string): string => usDate.replace(/^(\d{2}-\d{2})-(\d{4})$/, '$2-$1')

/** The moment of a remark's date and time, which are EST (spec §9). */
export const parseEstUs = (usDate: string, usTime: string): Date =>
  new Date(`${usDateAsIso(usDate)}T${usTime}-05:00`)
