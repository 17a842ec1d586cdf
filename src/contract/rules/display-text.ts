import { normaliseCountry, splitCountries } from './countries.ts'
import { displayDate, displayLocalDateTime, isIsoDate } from './dates.ts'
import type { FieldKind } from './order-fields.ts'

/** Words in lower case within a country's name. */
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

/** Without duplicates, in any spelling: `SGP, SINGAPORE` → `Singapore`. */
const displayCountries = (text: string): string => splitCountries(text).map(displayCountry).join(', ') || text

/** Text from another system's form: dates are reformatted, a lower-case answer such as `no` gets a capital. */
const displayPlainText = (text: string): string =>
  /^\p{Ll}+$/u.test(text)
    ? capitalizeWord(text)
    : isIsoDate(text)
      ? displayDate(text)
      : displayLocalDateTime(text)

const keep = (text: string): string => text

/** Displays a field by its kind (spec §9); text that does not fit the kind is unchanged. */
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
