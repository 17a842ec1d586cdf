import { isIsoDate } from '#contract/rules/dates.ts'

/** The first three letters of English and Indonesian months; where these differ, both. */
const months = [
  ['jan'],
  ['feb', 'peb'],
  ['mar'],
  ['apr'],
  ['may', 'mei'],
  ['jun'],
  ['jul'],
  ['aug', 'agu', 'ags'],
  ['sep'],
  ['oct', 'okt'],
  ['nov', 'nop'],
  ['dec', 'des'],
] as const

const monthNumber = (name: string): number =>
  months.findIndex((names) => names.some((start) => name.toLowerCase().startsWith(start))) + 1

const twoDigits = (value: string | number) => String(value).padStart(2, '0')

const isoDates = (...dates: readonly (readonly [string, string | number, string])[]): string[] => [
  ...new Set(
    dates
      .map(([year, month, day]) => `${year}-${twoDigits(month)}-${twoDigits(day)}`)
      .filter((date) => isIsoDate(date)),
  ),
]

const yearFirst = /(?<!\d)(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?!\d)/g
const yearLast = /(?<!\d)(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})(?!\d)/g
const dayAndName = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[-/. ]{0,2}(\p{L}{3,10})[-/., ]{0,2}(\d{4})(?!\d)/gu
const nameAndDay = /(?<!\p{L})(\p{L}{3,10})[. ]{1,2}(\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/gu
const compact = /(?<!\d)((?:19|20)\d{2})(\d{2})(\d{2})(?!\d)/g

/** Each date with every day that it can mean (`YYYY-MM-DD`): in 03/04/2026 either number can be the month. */
export function readDates(text: string): string[][] {
  const read = (pattern: RegExp, dates: (found: readonly string[]) => string[]) =>
    [...text.matchAll(pattern)].map(([, ...found]) => dates(found))
  return [
    ...read(yearFirst, ([year = '', month = '', day = '']) => isoDates([year, month, day])),
    ...read(yearLast, ([one = '', other = '', year = '']) =>
      isoDates([year, other, one], [year, one, other]),
    ),
    ...read(dayAndName, ([day = '', name = '', year = '']) => isoDates([year, monthNumber(name), day])),
    ...read(nameAndDay, ([name = '', day = '', year = '']) => isoDates([year, monthNumber(name), day])),
    ...read(compact, ([year = '', month = '', day = '']) => isoDates([year, month, day])),
  ].filter((dates) => dates.length > 0)
}

/** The birth date of a passport's second machine-readable line, with its two-digit year. */
export const readShortYear = (digits: string): string[] => {
  const [year = '', month = '', day = ''] = digits.match(/\d{2}/g) ?? []
  return isoDates([`19${year}`, month, day], [`20${year}`, month, day])
}
