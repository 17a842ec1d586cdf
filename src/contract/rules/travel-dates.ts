import { addDays, daysUntil, displayDate, isIsoDate, monthNames } from './dates.ts'
import { isOneLetterApart } from './name-words.ts'
import { normalizeText } from './search-text.ts'

/** The fields of a declaration that hold the travel day. */
export const travelDateKeys = ['arrival_doa', 'departure_departure_date'] as const

const maxDaysMeant = 731

/** Whether a travel day is one that can be meant: at most two years from the day of the order (product §16). */
export const canBeMeant = (travelDate: string, orderedOn: string): boolean =>
  Math.abs(daysUntil(travelDate, orderedOn)) <= maxDaysMeant

/** What years of other calendars are ahead of ours: the Thai, that of Taiwan, the Japanese era Reiwa. */
const otherYears = [-543, 1911, 2018]
/** Calendars with other months, and the years of theirs that are near to ours. */
const otherCalendars = [
  { calendar: 'persian', from: 1395, to: 1425 },
  { calendar: 'islamic-umalqura', from: 1435, to: 1470 },
]

const nearYears = (thisYear: number): number[] => [thisYear, thisYear + 1, thisYear + 2]

/** The years that may be meant by one, the likeliest first. */
function yearsMeant(text: string, thisYear: number): number[] {
  const year = Number(text)
  const plain = String(year)
  const near = nearYears(thisYear)
  return [
    ...(text.length < 3 || year < 100 ? [2000 + year, 2500 + year - 543] : [year]),
    ...otherYears.map((ahead) => year + ahead),
    ...near.filter((it) => [text, plain].some((written) => isOneLetterApart(written, String(it)))),
    ...near.filter((it) => text.includes(String(it))),
  ]
}

interface WrittenDay {
  year: string
  /** As written, day and month may be exchanged. */
  month: number
  day: number
}

const isoDate = (year: number, month: number, day: number): string =>
  [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')

/** The coming day with these numbers in a calendar of other months. */
function dayOfOtherCalendar({ year, month, day }: WrittenDay, orderedOn: string): string | null {
  const found = otherCalendars.find(({ from, to }) => Number(year) >= from && Number(year) <= to)
  if (!found) return null
  const format = new Intl.DateTimeFormat(`en-u-ca-${found.calendar}-nu-latn`, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const written = [month, day, Number(year)].join(' ')
  for (let ahead = 0; ahead <= maxDaysMeant; ahead++) {
    const date = addDays(orderedOn, ahead)
    const parts = format.format(new Date(`${date}T00:00:00Z`)).match(/\d+/g) ?? []
    if (parts.map(Number).join(' ') === written) return date
  }
  return null
}

/** English and Indonesian names, by their first three letters. */
const monthOfName = (word: string): number => {
  const indonesian: Readonly<Record<string, number>> = { mei: 5, agu: 8, okt: 10, des: 12 }
  const start = word.slice(0, 3)
  return indonesian[start] ?? monthNames.findIndex((name) => name.toLowerCase() === start) + 1
}

/** What a text says of year, month and day; day first where it leaves that open (product §16). */
function readWritten(text: string): WrittenDay[] {
  const written = normalizeText(text)
    .trim()
    .replace(/[t\s]\d{1,2}:\d{2}.*$/s, '')
  const month = (written.match(/\p{L}{3,}/gu) ?? []).map(monthOfName).find((it) => it > 0)
  const compact = /^(?:\d{8}|\d{6})$/.test(written)
  const digits = compact
    ? written.length === 6
      ? (written.match(/\d\d/g) ?? [])
      : [written.slice(0, 2), written.slice(2, 4), written.slice(4)]
    : (written.match(/\d+/g) ?? [])
  if (month !== undefined && digits.length === 2) {
    const [first = '', last = ''] = digits
    const [day, year] = first.length > 2 ? [last, first] : [first, last]
    return [{ year, month, day: Number(day) }]
  }
  const [first = '', second = '', third = ''] = digits
  if (digits.length !== 3) return []
  const yearLast = { year: third, month: Number(second), day: Number(first) }
  const yearFirst = { year: first, month: Number(second), day: Number(third) }
  const isYearFirst = first.length > 2 || /令和|^r|reiwa|民国|民國/.test(written)
  const compactYearFirst = {
    year: written.slice(0, 4),
    month: Number(written.slice(4, 6)),
    day: Number(written.slice(6)),
  }
  return [
    ...(written.length === 8 && compact ? [compactYearFirst] : []),
    ...(isYearFirst ? [yearFirst] : third.length > 2 ? [yearLast] : [yearLast, yearFirst]),
  ]
}

/** The coming day that may be meant by a text or a day that cannot be; null where it says none (product §16). */
export function dateThatMayBeMeant(text: string, orderedOn: string): string | null {
  const thisYear = Number(orderedOn.slice(0, 4))
  const isComing = (date: string) => isIsoDate(date) && date >= orderedOn && canBeMeant(date, orderedOn)
  const written = readWritten(text)
  const datesOf = (yearsOf: (year: string) => readonly number[]) => [
    ...written.flatMap(({ year, month, day }) => yearsOf(year).map((it) => isoDate(it, month, day))),
    ...written.flatMap(({ year, month, day }) => yearsOf(year).map((it) => isoDate(it, day, month))),
  ]
  for (const day of written) {
    const date = dayOfOtherCalendar(day, orderedOn)
    if (date !== null) return date
  }
  return (
    datesOf((year) => yearsMeant(year, thisYear)).find(isComing) ??
    datesOf(() => nearYears(thisYear)).find(isComing) ??
    null
  )
}

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** The message of a refused field; of a travel day with the one that may be meant. */
export function refusalOf({ path, message }: Issue, values: object, today: string): string {
  const key = travelDateKeys.find((it) => it === path[0])
  const given = Object.entries(values).find(([it]) => it === key)?.[1]
  return message + (typeof given === 'string' ? perhapsMeant(given, today) : '')
}

/** A sentence with the day that may be meant, behind another; '' for none. */
export function perhapsMeant(text: string, orderedOn: string): string {
  const meant = dateThatMayBeMeant(text, orderedOn)
  return meant === null ? '' : ` Perhaps ${displayDate(meant)}.`
}
