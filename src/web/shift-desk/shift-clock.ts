import { displayDate, estDateTime, jakartaMinute, jakartaToday } from '#contract/rules/dates.ts'

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** `08:15`; the end of the day is `24:00`. */
export const minuteText = (minute: number): string =>
  `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`

/** `21-11-2026 10:45 Jakarta · 20-11 22:45 EST` */
export function clockText(now: Date): string {
  const [estDay = '', estTime = ''] = estDateTime(now).split(' ')
  const jakarta = `${displayDate(jakartaToday(now))} ${minuteText(jakartaMinute(now))} Jakarta`
  return `${jakarta} · ${estDay.slice(0, 5)} ${estTime.slice(0, 5)} EST`
}
