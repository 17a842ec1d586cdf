import { normaliseCountry, splitCountries } from '../countries.ts'
import { isIsoDate, jakartaToday, parseLocalDateTime } from '../dates.ts'
import { isTooLong } from '../field-lengths.ts'
import type { GoodsAnswer, GoodsKey } from '../goods.ts'
import type { DeclarationPrefix } from '../order-fields.ts'
import { canBeMeant } from '../travel-dates.ts'
import { readTelephones, type TelephoneReader } from '../telephone.ts'
import type { TelephoneReading } from '../telephone-reading.ts'
import { ageOn } from './spans.ts'
import { transportOf, type Transport } from './transport.ts'

export interface CheckedMember {
  family_member_name: string
  family_passport_number: string
  family_nationality: string
  family_other_nationalities: string
  family_relationship: string
}

export interface CheckedLine {
  group: string
  category: string
  description_of_Goods: string
  quantityofGoods: string
  units: string
  value: string
  currency: string
}

export type CheckedDeclaration = Record<GoodsKey, GoodsAnswer> & { details: readonly CheckedLine[] }

/** The order's data for the checks. Absent texts are `''`. */
export interface PreflightInput {
  /** The declaration: every `arrival_*` and `departure_*`. */
  fields: Readonly<Record<string, string>>
  readTelephone: TelephoneReader
  familyMember: readonly CheckedMember[]
  importingGoods: readonly CheckedDeclaration[]
  /** Payment facts, by their names at intake. */
  payment: Readonly<Record<string, string>>
  email: string
  transportType: string
  language: string
  amount: string
  currency: string
  createdAt: Date
  now: Date
  /** Other open orders of the same travel date, with the indexes of travellers whose passports they share. */
  ordersOfSameTravellers: readonly { orderId: number; travellerIndexes: readonly number[] }[]
  /** How many more there are. */
  furtherOrders: number
  /** The sums that gateways refunded of it, in words. */
  gatewayRefunds: readonly string[]
  /** Warnings and inquiries that nothing settled. */
  openDisputes: readonly OpenDispute[]
}

export interface OpenDispute {
  stage: 'warning' | 'inquiry'
  reason: string
}

/** A field of the declaration with its key. */
export interface GivenField {
  key: string
  value: string
}

/** Keys that both declarations have. */
const keysByPrefix = {
  arrival: {
    name: 'arrival_full_name',
    birth: 'arrival_dob',
    nationality: 'arrival_nationality',
    passport: 'arrival_passport_number',
    email: 'arrival_email',
    telephone: 'arrival_phone_number',
    travel: 'arrival_doa',
    flight: 'arrival_flight_number',
    province: 'arrival_province',
    city: 'arrival_city',
  },
  departure: {
    name: 'departure_full_name',
    birth: 'departure_dob',
    nationality: 'departure_nationality',
    passport: 'departure_identity_number',
    email: 'departure_contact_email_address',
    telephone: 'departure_phone_number_1',
    travel: 'departure_departure_date',
    flight: 'departure_flight_vehicle_number',
    province: 'departure_province',
    city: 'departure_regency_city',
  },
} as const satisfies Record<DeclarationPrefix, Record<string, string>>

type FieldName = keyof (typeof keysByPrefix)['arrival']

/** An order in the form of the checks: common fields of both declarations under one name, and derived values. */
export interface CheckedOrder extends PreflightInput {
  prefix: DeclarationPrefix
  /** Too long names and identity numbers; no other check sees them. */
  tooLong: readonly GivenField[]
  /** `''` if missing or a dash. */
  text: (key: string) => string
  field: (name: FieldName) => GivenField
  /** The traveller's; null if missing. */
  telephone: TelephoneReading | null
  /** `YYYY-MM-DD`; null if missing. */
  travelDate: string | null
  /** A travel date that cannot be meant. */
  unmeantDate: string | null
  transport: Transport | null
  /** Two-letter code; null if unknown. */
  nationality: string | null
  /** Whole years on the day of travel; null if the birth is after the order. */
  age: number | null
  /** Days in Jakarta. */
  orderedOn: string
  today: string
}

const dateOf = (text: string): string | null => {
  const date = parseLocalDateTime(text)?.date ?? text
  return isIsoDate(date) ? date : null
}

/** Longer texts are cut, to bound the time of the checks. */
const maxLength = 300

const shortenText = (key: string, text: string): string =>
  isTooLong(key, text) ? '' : text.slice(0, maxLength)

const shorten = <T extends object>(row: T): T =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' ? shortenText(key, value) : value,
    ]),
  ) as T

const tooLongIn = (row: object, path = ''): GivenField[] =>
  Object.entries(row).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' && isTooLong(key, value) ? [{ key: `${path}${key}`, value }] : [],
  )

/** Prepares an order for the checks: texts are cut; a too long name or number counts as missing. */
export function checkedOrder(input: PreflightInput): CheckedOrder {
  const text = (key: string): string => {
    const value = shortenText(key, input.fields[key] ?? '').trim()
    return /^-*$/.test(value) ? '' : value
  }
  const isDeparture = text('arrival_full_name') === '' && text('departure_full_name') !== ''
  const prefix = isDeparture ? 'departure' : 'arrival'
  const field = (name: FieldName): GivenField => {
    const key = keysByPrefix[prefix][name]
    return { key, value: text(key) }
  }
  const orderedOn = jakartaToday(input.createdAt)
  const givenDate = dateOf(field('travel').value)
  const isMeant = givenDate !== null && canBeMeant(givenDate, orderedOn)
  const travelDate = isMeant ? givenDate : null
  const birth = field('birth').value
  return {
    ...input,
    familyMember: input.familyMember.map(shorten),
    importingGoods: input.importingGoods.map((it) => ({ ...it, details: it.details.map(shorten) })),
    payment: shorten(input.payment),
    language: input.language.slice(0, maxLength),
    tooLong: [
      ...tooLongIn(input.fields),
      ...input.familyMember.flatMap((member, at) => tooLongIn(member, `familyMember.${at}.`)),
    ],
    prefix,
    text,
    field,
    telephone: readTelephones(input.fields, input.readTelephone)[field('telephone').key] ?? null,
    travelDate,
    unmeantDate: isMeant ? null : givenDate,
    transport: transportOf(text('arrival_mode_of_transport'), input.transportType),
    nationality: normaliseCountry(field('nationality').value).iso2,
    age: birth > orderedOn ? null : ageOn(birth, travelDate ?? orderedOn),
    orderedOn,
    today: jakartaToday(input.now),
  }
}

/** The countries of a list such as the ones visited, as two-letter codes. */
export const countryCodes = (list: string): string[] =>
  splitCountries(list)
    .map((name) => normaliseCountry(name).iso2)
    .filter((code) => code !== null)
