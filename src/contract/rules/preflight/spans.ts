import { isIsoDate } from '../dates.ts'

interface Span {
  months: number
  days: number
}

const partsOf = (isoDate: string) => isoDate.split('-').map(Number) as [number, number, number]
const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Whole months from a day (`YYYY-MM-DD`) to a later one, and the days beyond them. */
function spanBetween(from: string, to: string): Span {
  const [fromYear, fromMonth, fromDay] = partsOf(from)
  const [toYear, toMonth, toDay] = partsOf(to)
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth
  if (toDay >= fromDay) return { months, days: toDay - fromDay }
  const daysBefore = daysInMonth(toYear, toMonth - 1)
  return { months: months - 1, days: toDay + Math.max(0, daysBefore - fromDay) }
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** `3 months and 19 days` between two days. */
export function spanText(from: string, to: string): string {
  const { months, days } = spanBetween(from, to)
  const parts = [months > 0 && counted(months, 'month'), days > 0 && counted(days, 'day')]
  return parts.filter(Boolean).join(' and ') || 'the same day'
}

/** Whole months between two days; negative where the second is the earlier. */
export const monthsBetween = (from: string, to: string): number =>
  to >= from ? spanBetween(from, to).months : -spanBetween(to, from).months - 1

/** Whole years of age on a day; null without a date of birth. */
export const ageOn = (birth: string, day: string): number | null =>
  isIsoDate(birth) && birth <= day ? Math.floor(spanBetween(birth, day).months / 12) : null
