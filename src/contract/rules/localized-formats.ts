import { displayDate, isIsoDate, jakartaTime, jakartaToday } from './dates.ts'
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

/** Formats a moment for the language, in Jakarta's time, which it names: `20-11-2026 21:41 WIB`. */
export const localizedJakartaTime = (language: LanguageCode, at: Date): string =>
  `${localizedDate(language, jakartaToday(at))} ${jakartaTime(at)} WIB`

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
