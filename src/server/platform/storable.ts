import { keepsNumbers, maskCardsOfField } from '#contract/rules/card-number-fields.ts'
import { maskCards } from '#contract/rules/card-numbers.ts'
import { isNationalId } from '#contract/rules/national-id.ts'

/** Limits recursion; the product's forms need less than half. */
const maxDepth = 50

const identityNumber = /_identity_number$/

/** A value's field, and the object of that field. */
interface Place {
  key: string
  object: Readonly<Record<string, unknown>>
  depth: number
}

const nowhere: Place = { key: '', object: {}, depth: 0 }

/** Sixteen digits may look like a card: a number with the traveller's date of birth in it is an identity number. */
function isIdentityNumber(text: string, { key, object }: Place): boolean {
  if (!identityNumber.test(key)) return false
  const dateOfBirth = key.startsWith('departure_identity') ? object['departure_dob'] : undefined
  return isNationalId(text, typeof dateOfBirth === 'string' ? dateOfBirth : undefined)
}

function storableText(text: string, place: Place): string {
  const sound =
    text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '\uFFFD')
  return isIdentityNumber(sound, place) ? sound : maskCardsOfField(place.key, sound)
}

/** A number stays a number unless it is a card's. */
function storableNumber(number: number, place: Place): number | string {
  const text = String(number)
  const stored = storableText(text, place)
  return stored === text ? number : stored
}

/** Everything inside a field that keeps its numbers is of the field's kind. */
function storableObject(object: object, { key: parent, depth }: Place): Record<string, unknown> {
  const entries = Object.entries(object)
  const fields = Object.fromEntries(entries)
  const keptKey = keepsNumbers(parent) ? parent : undefined
  return Object.fromEntries(
    entries.map(([key, value]) => [
      maskCards(key),
      storable(value, { key: keptKey ?? key, object: fields, depth: depth + 1 }),
    ]),
  )
}

function storable(value: unknown, place: Place): unknown {
  if (place.depth > maxDepth) return '\uFFFD'
  if (typeof value === 'string') return storableText(value, place)
  if (typeof value === 'number') return storableNumber(value, place)
  if (Array.isArray(value)) return value.map((inner) => storable(inner, { ...place, depth: place.depth + 1 }))
  return value !== null && typeof value === 'object' ? storableObject(value, place) : value
}

/**
 * Makes input storable: without NUL and lone surrogates, which PostgreSQL cannot store, without values nested too deep,
 * and without card numbers and security codes (product §13). Every call and every import passes here.
 */
export const toStorable = (value: unknown): unknown => storable(value, nowhere)
