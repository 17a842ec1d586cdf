import { asName } from '#contract/rules/field-lengths.ts'
import { latinJoined, latinWords, nameSpellings } from '#contract/rules/latin-words.ts'
import { travellersOf } from '#contract/rules/travellers.ts'
import type { CustomerData } from '#server/orders/customer-data.ts'
import { passportNumbers } from '#server/orders/journey-keys.ts'

/** What identifies a traveller in a text; empty if missing. */
export interface Identity {
  travellerIndex: number
  /** The words of the name, in each spelling that a document may have. */
  spellings: readonly (readonly string[])[]
  passport: string
}

export function identitiesOf(customer: CustomerData): Identity[] {
  const passports = passportNumbers(customer)
  return travellersOf({ ...customer.fields, familyMember: customer.familyMember }).map(
    ({ travellerIndex, name }) => ({
      travellerIndex,
      spellings: nameSpellings(asName(name)),
      passport: latinJoined(passports[travellerIndex] ?? ''),
    }),
  )
}

/** Shorter words occur within others by chance. */
const minLengthWithinText = 4

/** The indexes of the travellers whom a text names by passport number or by all words of a name, in any order. */
export function namedTravellers(text: string, travellers: readonly Identity[]): number[] {
  const words = new Set(latinWords(text))
  const joined = latinJoined(text)
  const hasWord = (word: string) =>
    words.has(word) || (word.length >= minLengthWithinText && joined.includes(word))
  return travellers
    .filter(
      ({ spellings, passport }) =>
        (passport.length >= minLengthWithinText && joined.includes(passport)) ||
        spellings.some((own) => own.every(hasWord)),
    )
    .map(({ travellerIndex }) => travellerIndex)
}

/** The index of the one traveller whom a text names; null if it names none or several, or the order has only one. */
export function soleTraveller(text: string, customer: CustomerData): number | null {
  const named = customer.familyMember.length > 0 ? namedTravellers(text, identitiesOf(customer)) : []
  return named.length === 1 ? (named[0] ?? null) : null
}
