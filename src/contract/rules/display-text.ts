import { normaliseCountry } from './countries.ts'
import { displayDate, isIsoDate, parseLocalDateTime } from './dates.ts'
import type { FieldKind } from './order-fields.ts'

/** Words of a country's name that keep their small letters within it. */
const smallWords = new Set(['and', 'of', 'the', 'da'])

const maxAbbreviationLength = 3

const capitalizeWord = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** `JPN`, `JAPAN` → `Japan`; `BOSNIA AND HERZEGOVINA` → `Bosnia and Herzegovina`; `USA` as it is. */
export function displayCountry(text: string): string {
  const { name } = normaliseCountry(text)
  if (name.length <= maxAbbreviationLength) return name
  return name
    .toLowerCase()
    .replaceAll(/[\p{L}\p{M}'’]+/gu, (word, at: number) =>
      at > 0 && smallWords.has(word) ? word : capitalizeWord(word),
    )
}

/** Each once, however often and in whatever spelling it is given: `SGP, SINGAPORE` → `Singapore`. */
const displayCountries = (text: string): string =>
  [
    ...new Set(
      text
        .split(/[,;]/)
        .filter((part) => part.trim() !== '')
        .map(displayCountry),
    ),
  ].join(', ')

/** A plain number with thousands separators, its decimals as given; other text unchanged: `272360987` → `272,360,987`. */
export const displayNumber = (text: string): string =>
  /^\d+(\.\d+)?$/.test(text)
    ? text.replace(/^\d+/, (digits) => {
        const first = digits.length % 3 || 3
        return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(',')
      })
    : text

/** `1,350,000 IDR`; '' without an amount. */
export const displayMoney = (
  amount: string | null | undefined,
  currency: string | null | undefined,
): string => (amount ? [displayNumber(amount.trim()), currency?.trim()].filter(Boolean).join(' ') : '')

const displayLocalDateTime = (text: string): string => {
  const local = parseLocalDateTime(text)
  return local ? `${displayDate(local.date)} ${local.time}` : text
}

/** Text from a form of another system: a date in our form, a lower-case answer such as `no` with a capital. */
const displayPlainText = (text: string): string =>
  /^\p{Ll}+$/u.test(text)
    ? capitalizeWord(text)
    : isIsoDate(text)
      ? displayDate(text)
      : displayLocalDateTime(text)

const keep = (text: string): string => text

/** How a field is shown by its kind (spec §9); text that does not fit its kind is shown unchanged. */
export const displayText: Readonly<Record<FieldKind, (text: string) => string>> = {
  text: displayPlainText,
  texts: displayPlainText,
  email: keep,
  phoneCode: keep,
  telephone: keep,
  date: displayDate,
  dateTime: displayLocalDateTime,
  dateText: displayPlainText,
  country: displayCountry,
  countries: displayCountries,
}
