import { isIsoDate, isLocalDateTime } from '#contract/rules/dates.ts'

/** A day, or a day with local time, as order fields hold them. */
export type DateKind = 'date' | 'dateTime'

/** Display and input formats (spec §9). */
export const dateFormats: Readonly<Record<DateKind, string>> = {
  date: 'DD-MM-YYYY',
  dateTime: 'DD-MM-YYYY HH:mm:ss',
}

/** Day first with any separator or as eight digits; year first as in calls. */
const dayPatterns = [
  /^(?<day>\d{1,2})([-./])(?<month>\d{1,2})\2(?<year>\d{4})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
]

const twoDigits = (text = ''): string => text.padStart(2, '0')

/** `YYYY-MM-DD`, not checked against the calendar; null if unparsable. */
function parseDay(text: string): string | null {
  const match = dayPatterns.map((pattern) => pattern.exec(text)?.groups).find(Boolean)
  return match ? `${match['year']}-${twoDigits(match['month'])}-${twoDigits(match['day'])}` : null
}

/** `HH:mm:ss`; seconds are optional. */
function parseTime(text: string): string | null {
  const [, hours, minutes, seconds] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? []
  return hours ? `${twoDigits(hours)}:${minutes}:${twoDigits(seconds)}` : null
}

const parsers: Readonly<Record<DateKind, (text: string) => string | null>> = {
  date: parseDay,
  dateTime: (text) => {
    const [, day, time] = /^(\S+)\s+(\S+)$/.exec(text) ?? []
    const parts = [parseDay(day ?? ''), parseTime(time ?? '')]
    return parts.includes(null) ? null : parts.join(' ')
  },
}

const isValid: Readonly<Record<DateKind, (value: string) => boolean>> = {
  date: isIsoDate,
  dateTime: isLocalDateTime,
}

const whatIsMissing: Readonly<Record<DateKind, string>> = { date: 'date', dateTime: 'date and time' }
const whatIsWrong: Readonly<Record<DateKind, string>> = {
  date: 'This date does not exist.',
  dateTime: 'This date or time does not exist.',
}

/**
 * Parses typed text into the value that calls take (`YYYY-MM-DD`, with ` HH:mm:ss` for a time), '' if empty, or a
 * message.
 */
export function readTypedDate(kind: DateKind, typed: string): { value: string } | { message: string } {
  const text = typed.trim()
  if (text === '') return { value: '' }
  const value = parsers[kind](text)
  if (value === null) return { message: `Please enter the ${whatIsMissing[kind]} as ${dateFormats[kind]}.` }
  return isValid[kind](value) ? { value } : { message: whatIsWrong[kind] }
}
