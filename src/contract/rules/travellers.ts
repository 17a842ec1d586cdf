import { asIdentityNumber, asName, cutField } from './field-lengths.ts'
import { matchRows, type IsSameRow } from './match-rows.ts'
import type { DeclarationPrefix } from './order-fields.ts'

export interface Traveller {
  /**
   * The key by which documents, the filing sheet and the form filler know a traveller, whatever becomes of the name: 0 is the
   * applicant, then comes the family in its order.
   */
  travellerIndex: number
  name: string
  /** To the applicant; `''` of the applicant. */
  relationship: string
}

type Values = Readonly<Record<string, unknown>>

/** The most that an order has: the applicant and the family that intake takes. */
export const maxTravellers = 201

export interface OrderOfTravellers extends Values {
  familyMember: readonly Values[]
}

export const textOfField = (values: Values, key: string): string => {
  const value = values[key]
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

const nameOfField = (values: Values, key: string): string => cutField(key, textOfField(values, key))

/** Of which declaration the order's fields are. */
export const declarationOf = (order: Values): DeclarationPrefix =>
  textOfField(order, 'arrival_full_name') !== '' || !textOfField(order, 'departure_full_name')
    ? 'arrival'
    : 'departure'

/** The travellers of an order by their indexes; a name that is missing is `''`. */
export const travellersOf = (order: OrderOfTravellers): Traveller[] => [
  { travellerIndex: 0, name: nameOfField(order, `${declarationOf(order)}_full_name`), relationship: '' },
  ...order.familyMember.map((member, at) => ({
    travellerIndex: at + 1,
    name: nameOfField(member, 'family_member_name'),
    relationship: textOfField(member, 'family_relationship'),
  })),
]

/** What a traveller is called; null for one who is not of the order. */
export const travellerName = (travellers: readonly Traveller[], travellerIndex: number): string | null => {
  const traveller = travellers.find((one) => one.travellerIndex === travellerIndex)
  return traveller ? traveller.name || `Traveller ${travellerIndex + 1}` : null
}

interface NamedDocument {
  traveller: number | null
}

/** Travellers without a document; a document of the whole order covers all of them. */
export const withoutDocument = (
  travellers: readonly Traveller[],
  documents: readonly NamedDocument[],
): Traveller[] =>
  documents.some(({ traveller }) => traveller === null)
    ? []
    : travellers.filter(
        ({ travellerIndex }) => !documents.some(({ traveller }) => traveller === travellerIndex),
      )

/** By what one is known again: each `''` where it is missing, or too long for one. */
interface Known {
  passport: string
  name: string
}

export const plainText = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const knownBy = (member: Values): Known => ({
  passport: plainText(asIdentityNumber(textOfField(member, 'family_passport_number'))),
  name: plainText(asName(textOfField(member, 'family_member_name'))),
})

const hasSamePassport: IsSameRow<Known> = (one, other) =>
  one.passport !== '' && one.passport === other.passport
const hasSameName: IsSameRow<Known> = (one, other) => one.name !== '' && one.name === other.name
const isInPlace: IsSameRow<Known> = (one, other, at, to) =>
  at === to && (one.passport === '' || other.passport === '')

/**
 * Pairs the members of two family lists, by index: by the passport, else by the name, else, as long as no passport says
 * otherwise, by the place, which only counts in lists of the same length (product §5).
 */
export const matchFamily = (
  before: readonly Values[],
  after: readonly Values[],
  byPlace = before.length === after.length,
): Map<number, number> =>
  matchRows(before.map(knownBy), after.map(knownBy), [
    hasSamePassport,
    hasSameName,
    ...(byPlace ? [isInPlace] : []),
  ])

/** Where each traveller of a family list stands once it is corrected, by index; null for one who is not in it any more. */
export function correctedIndexes(
  before: readonly Values[],
  after: readonly Values[],
): Map<number, number | null> {
  const found = matchFamily(before, after)
  return new Map(
    [...before.keys()].map((at) => {
      const to = found.get(at)
      return [at + 1, to === undefined ? null : to + 1]
    }),
  )
}
