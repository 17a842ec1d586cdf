import { displayDate, isIsoDate } from './dates.ts'
import { languages, type LanguageCode } from './languages.ts'

/**
 * Formats a day (`YYYY-MM-DD`, or a local date and time starting with one) for the language; English as
 * `DD-MM-YYYY` (spec §9). What is no date is shown as it was given.
 */
export function localizedDate(language: LanguageCode, text: string): string {
  const isoDate = text.slice(0, 10)
  if (language === 'en' || !isIsoDate(isoDate)) return displayDate(text)
  const { locale } = languages[language]
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(isoDate))
}

/**
 * Formats an amount (`1049.50`) for the language, with the three-letter currency code, since $ is ambiguous.
 * Two decimals, as on the invoice, also where a currency has none in daily use: nothing is rounded away.
 */
export function localizedMoney(language: LanguageCode, amount: string, currency: string | null): string {
  return new Intl.NumberFormat(languages[language].locale, {
    ...(currency && { style: 'currency', currency, currencyDisplay: 'code' }),
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(Number(amount))
}

const timeOfDay = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** A moment in a time zone with its weekday, to the minute: in English `Saturday 21-11-2026, 16:00` (spec §9). */
export function localizedMoment(language: LanguageCode, at: Date, timeZone: string): string {
  const { locale } = languages[language]
  if (language !== 'en')
    return new Intl.DateTimeFormat(locale, {
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      ...timeOfDay,
      timeZone,
    }).format(at)
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone }).format(at)
  const day = new Intl.DateTimeFormat('sv', { timeZone }).format(at)
  return `${weekday} ${displayDate(day)}, ${new Intl.DateTimeFormat(locale, { ...timeOfDay, timeZone }).format(at)}`
}

/** The name of a time zone at a moment: `Indochina Time`. */
export function zoneName(language: LanguageCode, at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(languages[language].locale, {
    timeZone,
    timeZoneName: 'long',
  }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
