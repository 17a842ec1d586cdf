import { estDate, estUsTime } from '#contract/rules/dates.ts'
import { languages, type LanguageCode } from '#contract/rules/languages.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'

/** In the notation of the language. */
export const estDay = (language: LanguageCode, instant: string) =>
  localizedDate(language, estDate(new Date(instant)))

const isRightToLeft = (language: LanguageCode) => languages[language].dir === 'rtl'

/** English as `DD-MM-YYYY HH:mm:ss` (spec §9), other languages with their own date. */
const dayWithTime = (language: LanguageCode, day: string, time: string) =>
  language === 'en' ? `${day} ${time}` : `${day}${isRightToLeft(language) ? '،' : ','} ${time}`

/** Between right-to-left letters `+7` would be displayed as `7+`. */
const zoneInText = (language: LanguageCode, zone: string) =>
  isRightToLeft(language) ? zone.replace(/(?=[+\-−])/, '\u200E') : zone

export const estInstant = (language: LanguageCode, instant: string) =>
  `${dayWithTime(language, estDay(language, instant), estUsTime(instant))}\u{A0}EST`

/** ISO date and time in the device's zone. */
const deviceDateTime = (instant: Date) =>
  new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)

export const localDay = (language: LanguageCode, instant: string) =>
  localizedDate(language, deviceDateTime(new Date(instant)).slice(0, 10))

/** In the device's zone, with the zone's name in the language: `GMT+7`, `WIB`. */
export function localInstant(language: LanguageCode, instant: string): string {
  const at = new Date(instant)
  const [day = '', time = ''] = deviceDateTime(at).split('T')
  const parts = new Intl.DateTimeFormat(languages[language].locale, {
    timeZoneName: 'short',
  }).formatToParts(at)
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${dayWithTime(language, localizedDate(language, day), time)} ${zoneInText(language, zone)}`
}

const fileKindLabels: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
}

export const fileKind = (contentType: string) => fileKindLabels[contentType] ?? contentType

const kilobyte = 1024

/** `214 KB`, `1.2 MB`, with the language's decimal separator. */
export function fileSize(language: LanguageCode, bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / kilobyte))
  if (kilobytes < kilobyte) return `${kilobytes} KB`
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat(languages[language].locale, oneDecimal).format(kilobytes / kilobyte)} MB`
}
