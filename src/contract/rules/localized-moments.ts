import { displayDate } from './dates.ts'
import { languages, type LanguageCode } from './languages.ts'

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
