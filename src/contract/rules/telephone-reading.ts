import * as z from 'zod/mini'
import { normalizeText } from './search-text.ts'

/** The digits only, for searching and comparing numbers. */
export const telephoneDigits = (text: string): string => normalizeText(text).replaceAll(/\D/g, '')

/** Why a number may not be the one that is meant; `no country code` has that of the nationality, where it fits. */
const telephoneDoubts = [
  'no number',
  'cut by a spreadsheet',
  'no country code',
  'impossible',
  'made up',
] as const

export const telephoneReading = z.object({
  /** Digits only; '' if unknown. */
  countryCode: z.string(),
  /** Digits as dialled behind the country code; without one, as given. */
  national: z.string(),
  extension: z.string(),
  /** Further numbers in the same text, as given. */
  others: z.array(z.string()),
  doubt: z.nullable(z.enum(telephoneDoubts)),
  /** Two-letter codes of the countries that have such a number. */
  countries: z.array(z.string()),
  /** `+62 8123456789`, or as given if that cannot be read. */
  shown: z.string(),
})
export type TelephoneReading = z.infer<typeof telephoneReading>

/** Fewest digits of a number that can be called. */
const minDigits = 8

/**
 * Where a number as read is called, and with a country code WhatsApp; null where it cannot be called. Without the rules that
 * read it, because a first view needs none of them.
 */
export function telephoneLinks(read: TelephoneReading): { call: string; whatsApp: string | null } | null {
  if (read.doubt === 'impossible' || read.national.length < minDigits - read.countryCode.length) return null
  if (read.doubt === 'no country code' || read.countryCode === '')
    return { call: `tel:${telephoneDigits(read.shown)}`, whatsApp: null }
  const digits = read.countryCode + read.national
  return {
    call: `tel:+${digits}${read.extension && `;ext=${read.extension}`}`,
    whatsApp: `https://wa.me/${digits}`,
  }
}
