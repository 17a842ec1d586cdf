import { paymentFactKeys, type IntakeOrder } from '#contract/intake.ts'
import { readNetwork } from '#contract/rules/card-networks.ts'
import { normaliseCountry } from '#contract/rules/countries.ts'
import { jakartaToday, parseLocalDateTime, processMonth, windowOpensOn } from '#contract/rules/dates.ts'
import { cutField } from '#contract/rules/field-lengths.ts'
import { dueAt } from '#contract/rules/promise.ts'
import { isDeclarationKey, type DeclarationPrefix } from '#contract/rules/order-fields.ts'
import type { Mode } from '#contract/rules/queues.ts'
import { canBeMeant } from '#contract/rules/travel-dates.ts'
import type { ScheduleRules } from '#server/config.ts'
import type { CustomerData } from '#server/orders/customer-data.ts'
import type { NewOrder } from '#server/orders/new-order-rows.ts'
import { journeyKeys, passportHash } from '#server/orders/journey-keys.ts'
import { searchIndex } from '#server/orders/search-index.ts'
import { jsonHash } from '#server/platform/json-hash.ts'
import type { Seal } from '#server/platform/seal.ts'

type Fields = CustomerData['fields']

/** The intake field of each column, by prefix (product §2). */
const fieldNames = {
  arrival: {
    fullName: 'arrival_full_name',
    email: 'arrival_email',
    phoneCode: 'arrival_phone_code',
    phoneNumber: 'arrival_phone_number',
    nationality: 'arrival_nationality',
    travel: 'arrival_doa',
    passport: 'arrival_passport_number',
  },
  departure: {
    fullName: 'departure_full_name',
    email: 'departure_contact_email_address',
    phoneCode: 'departure_phone_code',
    phoneNumber: 'departure_phone_number_1',
    nationality: 'departure_nationality',
    travel: 'departure_departure_date',
    passport: 'departure_identity_number',
  },
} as const satisfies Record<DeclarationPrefix, Record<string, string>>

const prefixes = ['arrival', 'departure'] as const

/** The prefix that names a traveller, else one with any field filled; arrival first (product §2). */
export function filledPrefix(fields: Fields): DeclarationPrefix | '' {
  const filled = (key: string) => (fields[key] ?? '').trim() !== ''
  return (
    prefixes.find((prefix) => filled(fieldNames[prefix].fullName)) ??
    prefixes.find((prefix) =>
      Object.keys(fields).some((key) => key.startsWith(`${prefix}_`) && filled(key)),
    ) ??
    ''
  )
}

interface ProcessingSchedule {
  processing_mode: Mode
  window_opens_on: string | null
  process_month: string
}

/**
 * Mode, window and month of an order placed on `today` in Jakarta (product §2). `standard` becomes `future` when travel
 * is beyond the window. The month is the window's first, or today's if the window is open.
 */
export function scheduleProcessing(
  mode: Mode,
  travelDate: string | null,
  today: string,
  windowDays: number,
): ProcessingSchedule {
  const opensOn = travelDate ? windowOpensOn(travelDate, windowDays) : null
  const opensLater = opensOn !== null && opensOn > today
  return {
    processing_mode: opensLater && mode === 'standard' ? 'future' : mode,
    window_opens_on: opensOn,
    process_month: processMonth(opensLater ? opensOn : today),
  }
}

const nonEmptyFields = (order: IntakeOrder, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.map((key) => [key, String(order[key] ?? '')]).filter(([, value]) => value !== ''))

/** The data to be sealed; transaction and merchant are columns, because they can be changed later. */
function customerData(order: IntakeOrder): CustomerData {
  return {
    fields: nonEmptyFields(order, Object.keys(order).filter(isDeclarationKey)),
    familyMember: order.familyMember,
    importingGoods: order.importingGoods,
    payment: nonEmptyFields(
      order,
      paymentFactKeys.filter((key) => key !== 'transaction_id' && key !== 'merchant_name'),
    ),
  }
}

const maxGatewayChars = 60
/** The index of the report by country takes no longer text. */
const maxCountryNameChars = 200

interface PreparationInput {
  orderId: number
  /** When the order was placed: its day decides mode and month. */
  createdAt: Date
  schedule: ScheduleRules
  seal: Pick<Seal, 'hash'>
}

export function prepareOrder(
  order: IntakeOrder,
  { orderId, createdAt, schedule, seal }: PreparationInput,
): NewOrder {
  const customer = customerData(order)
  const prefix = filledPrefix(customer.fields)
  const source = prefix && fieldNames[prefix]
  const fieldValue = (name: keyof (typeof fieldNames)['arrival']) =>
    (source && customer.fields[source[name]]) || ''
  const orderedOn = jakartaToday(createdAt)
  const givenDate = parseLocalDateTime(fieldValue('travel'))?.date ?? (fieldValue('travel') || null)
  const travelDate = givenDate && canBeMeant(givenDate, orderedOn) ? givenDate : null
  // An order whose travel day cannot be meant is New, whatever its mode; its promise goes by that (product §16).
  const isMoved = givenDate !== null && travelDate === null && order.processing_mode === 'priority'
  const mode = isMoved ? 'standard' : order.processing_mode
  const processing = scheduleProcessing(mode, travelDate, orderedOn, schedule.windowDays)
  const promise = {
    createdAt,
    travelDate,
    mode: isMoved ? order.processing_mode : processing.processing_mode,
    windowOpensOn: processing.window_opens_on,
  }
  const country = normaliseCountry(fieldValue('nationality'))
  const row = {
    order_id: orderId,
    full_name: cutField('full_name', fieldValue('fullName')),
    email:
      order.email ||
      fieldValue('email') ||
      order.arrival_email ||
      order.departure_contact_email_address ||
      '',
    traveller_email: fieldValue('email'),
    phone_code: fieldValue('phoneCode'),
    phone_number: fieldValue('phoneNumber'),
    nationality: fieldValue('nationality'),
    transaction_id: order.transaction_id || null,
  }
  return {
    ...row,
    ...processing,
    given_mode: isMoved ? order.processing_mode : null,
    due_at: dueAt(promise, schedule.promiseHours),
    landing_domain: order.landing_domain,
    process_status: 'New',
    assignee_id: null,
    created_at: createdAt,
    travel_date: travelDate,
    processing_date: null,
    processed_by: null,
    refund_date: null,
    prefix,
    departure_time: prefix === 'departure' ? fieldValue('travel') : '',
    country_name: country.name.slice(0, maxCountryNameChars).toWellFormed(),
    country_iso2: country.iso2,
    transport_type: order.transport_type || 'Air and Sea',
    language: order.language || null,
    amount: order.amount || null,
    currency: order.currency || null,
    merchant_name: order.merchant_name || null,
    gateway: order.gateway.trim().slice(0, maxGatewayChars).toWellFormed() || null,
    network: readNetwork(order.card_brand),
    ...searchIndex(row, customer, seal),
    passport_hash: passportHash(seal, fieldValue('passport')),
    ...journeyKeys(seal, { travelDate, email: row.email, customer }),
    customer,
  }
}

const isPresent = (value: unknown) => value !== null && value !== undefined && value !== ''

/** Removes empty values at every depth. */
function removeEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeEmpty)
  if (typeof value !== 'object' || value === null) return value
  const given = Object.entries(value).filter(([, inner]) => isPresent(inner))
  return Object.fromEntries(given.map(([key, inner]) => [key, removeEmpty(inner)]))
}

/** Distinguishes a repeat from another order with the same idempotency key. */
export const contentHash = (order: object): Buffer => jsonHash(removeEmpty(order))
