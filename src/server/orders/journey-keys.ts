import { asIdentityNumber, asName } from '#contract/rules/field-lengths.ts'
import { emailKey } from '#contract/rules/email.ts'
import { normalizeText } from '#contract/rules/search-text.ts'
import type { Seal } from '#server/platform/seal.ts'
import type { CustomerData } from './customer-data.ts'

/** The values that tell which orders belong together; absent texts are `''`. */
interface JourneyFacts {
  /** `YYYY-MM-DD`; an order without one belongs to no journey. */
  travelDate: string | null
  /** The buyer's. */
  email: string
  customer: Pick<CustomerData, 'fields' | 'familyMember' | 'payment'>
}

export interface JourneyKeys {
  household_keys: Buffer[]
  traveller_keys: Buffer[]
}

const lettersAndDigits = (text: string): string => normalizeText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** One card in ten thousand has these four digits, so brand and holder are compared too. */
function cardByDigits({ card_brand, card_last4, cardholder_name }: Record<string, string>): string {
  const parts = [card_brand, card_last4, asName(cardholder_name ?? '')].map((part) =>
    lettersAndDigits(part ?? ''),
  )
  return parts.includes('') ? '' : parts.join(' ')
}

const householdValues = {
  buyer: ({ email }) => emailKey(email),
  card: ({ customer: { payment } }) => (payment.card_fingerprint ?? '').trim(),
  'card by digits': ({ customer: { payment } }) => cardByDigits(payment),
  // Not the address in Indonesia: strangers stay at the same hotel.
  address: ({ customer: { payment } }) => lettersAndDigits(payment.billing_address ?? ''),
} as const satisfies Record<string, (facts: JourneyFacts) => string>

/**
 * Passport numbers of the travellers, or document numbers of a departure, in the order of the filing sheet; `''` if
 * missing or too long.
 */
export const passportNumbers = ({ fields, familyMember }: JourneyFacts['customer']): string[] => [
  asIdentityNumber(fields['arrival_passport_number'] || fields['departure_identity_number'] || ''),
  ...familyMember.map((member) => asIdentityNumber(member.family_passport_number)),
]

type Hashing = Pick<Seal, 'hash'>

/** A keyed hash that ignores case, blanks and punctuation; null without letters or digits, or if the number is too long. */
export function passportHash(seal: Hashing, number: string): Buffer | null {
  const characters = lettersAndDigits(asIdentityNumber(number))
  return characters ? seal.hash('passport', characters) : null
}

const keyOf = (seal: Hashing, kind: string, travelDate: string, value: string): Buffer | null =>
  value === '' ? null : seal.hash(kind, `${travelDate} ${value}`)

/**
 * Keyed hashes of the travellers' numbers with the day of travel, in the order of the filing sheet; null if one is
 * missing.
 */
export const travellerKeys = (
  seal: Hashing,
  { travelDate, customer }: Pick<JourneyFacts, 'travelDate' | 'customer'>,
): (Buffer | null)[] =>
  passportNumbers(customer).map((number) =>
    travelDate === null ? null : keyOf(seal, 'traveller of a day', travelDate, lettersAndDigits(number)),
  )

const isKey = (key: Buffer | null) => key !== null

/** The keys that find other orders of the journey and of its travellers (product §12, Household). */
export function journeyKeys(seal: Hashing, facts: JourneyFacts): JourneyKeys {
  const { travelDate } = facts
  const household =
    travelDate === null
      ? []
      : Object.entries(householdValues).map(([kind, valueOf]) =>
          keyOf(seal, `household ${kind}`, travelDate, valueOf(facts)),
        )
  return {
    household_keys: household.filter(isKey),
    traveller_keys: travellerKeys(seal, facts).filter(isKey),
  }
}
