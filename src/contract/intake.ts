import { readEmail } from './rules/email.ts'
import { keysOf, recordOf } from './rules/typed-keys.ts'
import * as z from 'zod/mini'
import { endpoint, largeBodyBytes } from './endpoint.ts'
import { maskCards } from './rules/card-numbers.ts'
import { isIsoDate, isIsoInstant, isLocalDateTime, usDateAsIso } from './rules/dates.ts'
import { goodsKeys, type GoodsAnswer } from './rules/goods.ts'
import { arrivalFields, departureFields, isDeclarationKey, type OrderField } from './rules/order-fields.ts'
import { modes, type Mode } from './rules/queues.ts'
import { isMailAddress, orderId, requiredText, textLimits } from './common-schemas.ts'

/** Characters, by RFC 1035. */
const maxDomainLength = 253
/** Maximum number of travellers, declarations, lines, remarks and chosen answers in one order. */
const maxListed = 200
/** Longer texts would make every page of a queue heavy. */
const maxNameLength = 300

const scalars = (key: string, max: number) => {
  const string = z.string().check(z.maxLength(max, `${key} has at most ${max} characters.`))
  return [string, z.number(), z.boolean(), z.null(), z.undefined()] as const
}

const isNameKey = (key: string) => key.endsWith('_name')

/** Landing sites send numbers and booleans as text; null and absent mean no text. */
const text = (key: string) => {
  const max = isNameKey(key) ? maxNameLength : textLimits.paragraph
  return z.pipe(
    z.optional(z.union(scalars(key, max), `${key} must be text.`)),
    z.transform((value) => String(value ?? '')),
  )
}

/** Text, or a list of texts where several may be chosen. */
const texts = (key: string) => {
  const max = textLimits.paragraph
  const list = z
    .array(z.union(scalars(key, max)))
    .check(z.maxLength(maxListed, `${key} has at most ${maxListed} texts.`))
  return z.pipe(
    z.optional(z.union([...scalars(key, max), list], `${key} must be text or a list of texts.`)),
    // A card number may have been split over the items.
    z.transform((value) => (Array.isArray(value) ? maskCards(value.join(', ')) : String(value ?? ''))),
  )
}

const trimmed = (text: string): string => text.trim()

const textMatching = (key: string, isValid: (text: string) => boolean, expected: string, read = trimmed) =>
  z.pipe(
    text(key),
    z.pipe(
      z.transform(read),
      z.string().check(z.refine((value) => value === '' || isValid(value), `${key} must be ${expected}.`)),
    ),
  )

/** From 1900 on, so that the first day of the window before a travel date is a valid date too. */
const isSince1900 = (date: string) => date >= '1900'

const email = (key: string) => textMatching(key, isMailAddress, 'an e-mail address', readEmail)
const date = (key: string) =>
  textMatching(key, (value) => isIsoDate(value) && isSince1900(value), 'a date (YYYY-MM-DD)')
const dateTime = (key: string) =>
  textMatching(
    key,
    (value) => isLocalDateTime(value) && isSince1900(value),
    'a date and time (YYYY-MM-DD HH:mm:ss)',
  )
const decimal = (key: string) =>
  textMatching(key, (value) => /^\d{1,12}(\.\d{1,2})?$/.test(value), 'a number with at most two decimals')
const instant = (key: string) => textMatching(key, isIsoInstant, 'a time (YYYY-MM-DDTHH:mm:ssZ)')

const schemaByKind = {
  text,
  texts,
  country: text,
  countries: texts,
  phoneCode: text,
  telephone: text,
  email,
  date,
  dateTime,
  dateText: text,
} as const satisfies Record<OrderField['kind'], (key: string) => z.core.$ZodType<string>>

const textFields = <const K extends string>(...keys: K[]) => recordOf(keys, text)

const declaration = Object.fromEntries(
  [...arrivalFields, ...departureFields].map((field) => [field.key, schemaByKind[field.kind](field.key)]),
)

/** A list that may be absent or null. */
const optionalList = <S extends z.core.$ZodType>(key: string, item: S) =>
  z.pipe(
    z.optional(
      z.nullable(
        z
          .array(item, `${key} must be a list.`)
          .check(z.maxLength(maxListed, `${key} has at most ${maxListed} entries.`)),
      ),
    ),
    z.transform((items) => items ?? []),
  )

const answerByText: Record<string, GoodsAnswer> = { '': '', yes: 'Yes', y: 'Yes', no: 'No', n: 'No' }
const answer = (key: string) =>
  z.pipe(
    textMatching(key, (value) => Object.hasOwn(answerByText, value.toLowerCase()), 'Yes or No'),
    z.transform((value): GoodsAnswer => answerByText[value.toLowerCase()] ?? ''),
  )

const goodsLine = z.strictObject({
  group: z.enum(goodsKeys, `group is one of ${goodsKeys.join(', ')}.`),
  ...textFields(
    'category',
    'description_of_Goods',
    'quantityofGoods',
    'units',
    'value',
    'currency',
    'unaccompanied_baggage',
    'date_month_year_import',
  ),
})

const goods = z.strictObject({
  ...recordOf(goodsKeys, answer),
  details: optionalList('details', goodsLine),
})

const family = z.strictObject(
  textFields(
    'family_member_name',
    'family_passport_number',
    'family_nationality',
    'family_other_nationalities',
    'family_relationship',
  ),
)

/** Facts about card and buyer: evidence for a dispute, all optional. */
const paymentFacts = {
  ...textFields(
    'transaction_id',
    'merchant_name',
    'cardholder_name',
    'card_brand',
    'card_country',
    'card_fingerprint',
    'avs_result',
    'cvv_result',
    'three_d_secure_result',
    'payment_ip',
    'payment_user_agent',
    'device_id',
    'account_id',
    'terms_version',
    'billing_address',
    'disclosure_version',
    'statement_name',
  ),
  card_last4: textMatching('card_last4', (value) => /^\d{4}$/.test(value), 'four digits'),
  paid_at: instant('paid_at'),
  terms_accepted_at: instant('terms_accepted_at'),
  disclosure_shown_at: instant('disclosure_shown_at'),
  disclosure_accepted_at: instant('disclosure_accepted_at'),
  government_fee: decimal('government_fee'),
  service_fee: decimal('service_fee'),
}
export const paymentFactKeys = keysOf(paymentFacts)

const knownFields = {
  order_id: z.optional(z.nullable(orderId)),
  landing_domain: requiredText('landing_domain is required.', maxDomainLength),
  email: email('email'),
  processing_mode: z.pipe(
    z.optional(z.nullable(z.enum([...modes, ''], `processing_mode is one of ${modes.join(', ')}.`))),
    z.transform((mode): Mode => mode || 'standard'),
  ),
  ...textFields('transport_type', 'language', 'gateway'),
  amount: decimal('amount'),
  currency: textMatching('currency', (value) => /^[A-Z]{3}$/.test(value), 'a three-letter code'),
  familyMember: optionalList('familyMember', family),
  importingGoods: optionalList('importingGoods', goods),
  ...paymentFacts,
  ...declaration,
}

const remark = z.strictObject({
  ...textFields('order_id', 'remark_name', 'remark', 'report_error'),
  us_date: textMatching('us_date', (value) => isIsoDate(usDateAsIso(value)), 'a date (MM-DD-YYYY)'),
  us_time: textMatching(
    'us_time',
    (value) => /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value),
    'a time (HH:mm:ss)',
  ),
  ...textFields('whatsapp', 'telephone', 'status_refund', 'voided', 'chargeback'),
})

const historyFields = {
  ...textFields('process_status', 'processed_by', 'assign_to'),
  created_at: instant('created_at'),
  processing_date: instant('processing_date'),
  refund_date: instant('refund_date'),
  remark: optionalList('remark', remark),
}

/** Every field that an import takes by name. */
export const importedKeys = keysOf({ ...knownFields, ...historyFields })

/** Unknown `arrival_*` and `departure_*` fields are kept as text (product §5). */
const unknownField = z.pipe(z.unknown(), texts('A further arrival_ or departure_ field'))

/** Any other unknown key could matter and is refused (product §5). */
const rejectUnknownKeys = (names: object) =>
  z.superRefine<Record<string, unknown>>((order, context) => {
    for (const key of Object.keys(order)) {
      if (!Object.hasOwn(names, key) && !isDeclarationKey(key))
        context.addIssue({ code: 'custom', path: [key], message: `Unknown field ${key}.` })
    }
  })

/** The order's e-mail, or the traveller's. */
const hasEmail = (order: Readonly<Record<string, unknown>>): boolean =>
  ['email', 'arrival_email', 'departure_contact_email_address'].some((key) => order[key])

const requireEmail = z.superRefine<Record<string, unknown>>((order, context) => {
  if (!hasEmail(order)) context.addIssue({ code: 'custom', path: ['email'], message: 'email is required.' })
})

const orderSchema = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z
    .catchall(z.object(shape, 'An order is an object.'), unknownField)
    .check(rejectUnknownKeys(shape), requireEmail)

export const intakeOrder = orderSchema(knownFields)
export type IntakeOrder = z.infer<typeof intakeOrder>

/** An order with its history from before the import (product §5, import). */
export const importedOrder = orderSchema({ ...knownFields, ...historyFields })
export type ImportedOrder = z.infer<typeof importedOrder>

export const createOrder = endpoint({
  method: 'POST',
  path: '/intake/orders',
  summary: 'Take in one order; a repeat with the same Idempotency-Key gives the first answer',
  allow: 'intakeKey',
  maxBodyBytes: largeBodyBytes,
  body: intakeOrder,
  reply: z.object({
    data: z.object({
      order_id: z.number(),
      process_status: z.string(),
      processing_mode: z.enum(modes),
      process_month: z.string(),
      track_url: z.string(),
    }),
  }),
})

export const activeGateway = endpoint({
  method: 'GET',
  path: '/intake/active-gateway',
  summary: 'The payment gateway that landing sites use now',
  allow: 'intakeKey',
  cache: 'private, max-age=30, stale-if-error=86400',
  reply: z.object({
    data: z.object({
      id: z.number(),
      gateway_name: z.string(),
      /** When it became active; null if it was from the beginning. */
      since: z.nullable(z.string()),
      /** Names of those to try where it fails, in order. */
      fallbacks: z.array(z.string()),
    }),
  }),
})
