import { estDate, estDateTime, estUsTime } from '#contract/rules/dates.ts'
import { languages, type LanguageCode } from '#contract/rules/languages.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'

/** The day of an instant in EST, as the language writes it. */
export const estDay = (language: LanguageCode, instant: string) =>
  localizedDate(language, estDate(new Date(instant)))

/** An instant in EST: English as `DD-MM-YYYY HH:mm:ss` (spec §9), others with the day as they write it. */
export const estInstant = (language: LanguageCode, instant: string) =>
  language === 'en' ? estDateTime(instant) : `${estDay(language, instant)}, ${estUsTime(instant)}`

const fileKindLabels: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
}

/** The label of a file's media type. */
export const fileKind = (contentType: string) => fileKindLabels[contentType] ?? contentType

const kilobyte = 1024

/** `214 KB`, `1.2 MB`, with the language's decimal separator. */
export function fileSize(language: LanguageCode, bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / kilobyte))
  if (kilobytes < kilobyte) return `${kilobytes} KB`
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat(languages[language].locale, oneDecimal).format(kilobytes / kilobyte)} MB`
}
