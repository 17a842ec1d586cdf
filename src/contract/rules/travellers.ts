import { asIdentityNumber, asName, cutField } from './field-lengths.ts'
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

interface FamilyMember {
  family_member_name: string
  family_passport_number: string
}

/** By what one is known again: each `''` where it is missing, or too long for one. */
interface Known {
  passport: string
  name: string
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const knownBy = (member: FamilyMember): Known => ({
  passport: plain(asIdentityNumber(member.family_passport_number)),
  name: plain(asName(member.family_member_name)),
})

const hasSamePassport = (one: Known, other: Known) => one.passport !== '' && one.passport === other.passport
const hasSameName = (one: Known, other: Known) => one.name !== '' && one.name === other.name
const lacksPassport = (one: Known, other: Known) => one.passport === '' || other.passport === ''

/**
 * Where each traveller of a family list stands once it is corrected, by index; null for one who is not in it any more. One is known
 * again by the passport, else by the name, else, as long as no passport says otherwise, by having stood there before.
 */
export function correctedIndexes(
  before: readonly FamilyMember[],
  after: readonly FamilyMember[],
): Map<number, number | null> {
  const [known, knownAfter] = [before.map(knownBy), after.map(knownBy)]
  const free = new Set(after.keys())
  const found = new Map<number, number>()
  const find = (isSame: (one: Known, other: Known, at: number, to: number) => boolean) => {
    for (const [at, member] of known.entries()) {
      if (found.has(at)) continue
      const fits = (to: number) => {
        const other = knownAfter[to]
        return free.has(to) && other !== undefined && isSame(member, other, at, to)
      }
      const to = fits(at) ? at : [...free].find(fits)
      if (to === undefined) continue
      found.set(at, to)
      free.delete(to)
    }
  }
  find(hasSamePassport)
  find(hasSameName)
  if (before.length === after.length) find((one, other, at, to) => at === to && lacksPassport(one, other))
  return new Map(
    [...before.keys()].map((at) => {
      const to = found.get(at)
      return [at + 1, to === undefined ? null : to + 1]
    }),
  )
}
