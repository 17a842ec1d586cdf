import * as z from 'zod/mini'

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
