import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { goodsKeys } from './rules/goods.ts'
import { isIsoDate, isIsoInstant, isLocalDateTime } from './rules/dates.ts'
import { arrivalFields, departureFields, isDeclarationKey, type OrderField } from './rules/order-fields.ts'
import { modes } from './rules/queues.ts'
import { orderId, required } from './shapes.ts'

/** Landing sites send numbers and blanks for text; null and absence mean the same. */
const looseText = z.pipe(
  z.optional(z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
  z.transform((value) => (value === null || value === undefined ? '' : String(value).trim())),
)
const checked = (key: string, holds: (text: string) => boolean, what: string) =>
  looseText.check(z.refine((text) => text === '' || holds(text), `${key} must be ${what}.`))

const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)

const kinds = {
  text: () => looseText,
  country: () => looseText,
  phoneCode: () => looseText,
  email: (key) => checked(key, looksLikeEmail, 'an e-mail address'),
  date: (key) => checked(key, isIsoDate, 'a date (YYYY-MM-DD)'),
  dateTime: (key) => checked(key, isLocalDateTime, 'a date and time (YYYY-MM-DD HH:mm:ss)'),
} as const satisfies Record<OrderField['kind'], (key: string) => typeof looseText>

const declaration = Object.fromEntries(
  [...arrivalFields, ...departureFields].map((field) => [field.key, kinds[field.kind](field.key)]),
)

const instant = (key: string) => checked(key, isIsoInstant, 'a time (YYYY-MM-DDTHH:mm:ssZ)')
const answer = z.pipe(
  looseText.check(z.refine((text) => /^(yes|no|y|n|)$/i.test(text), 'An answer is Yes or No.')),
  z.transform((text) =>
    text === '' ? ('' as const) : /^y/i.test(text) ? ('Yes' as const) : ('No' as const),
  ),
)

const line = z.object({
  group: z.enum(goodsKeys, `group is one of ${goodsKeys.join(', ')}.`),
  category: looseText,
  description_of_Goods: looseText,
  quantityofGoods: looseText,
  units: looseText,
  value: looseText,
  currency: looseText,
  unaccompanied_baggage: looseText,
  date_month_year_import: looseText,
})

const goods = z.object({
  animals: answer,
  narcotics: answer,
  currency: answer,
  foreign: answer,
  cigarettes: answer,
  purchase: answer,
  imported_goods: answer,
  originating_goods: answer,
  details: z._default(z.array(line), []),
})

const family = z.object({
  family_member_name: looseText,
  family_passport_number: looseText,
  family_nationality: looseText,
  family_other_nationalities: looseText,
  family_relationship: looseText,
})

/** The card's and the buyer's facts: evidence for a dispute, captured only as far as the site sends them. */
export const paymentFacts = {
  transaction_id: looseText,
  merchant_name: looseText,
  card_brand: looseText,
  card_last4: checked('card_last4', (text) => /^\d{4}$/.test(text), 'four digits'),
  card_fingerprint: looseText,
  avs_result: looseText,
  cvv_result: looseText,
  three_d_secure_result: looseText,
  payment_ip: looseText,
  payment_user_agent: looseText,
  device_id: looseText,
  account_id: looseText,
  paid_at: instant('paid_at'),
  terms_version: looseText,
  terms_accepted_at: instant('terms_accepted_at'),
}

const known = {
  order_id: z.optional(z.nullable(orderId)),
  landing_domain: required('landing_domain is required.'),
  email: kinds.email('email'),
  processing_mode: z._default(z.enum(modes, `processing_mode is one of ${modes.join(', ')}.`), 'standard'),
  transport_type: looseText,
  language: looseText,
  amount: checked(
    'amount',
    (text) => /^\d{1,12}(\.\d{1,2})?$/.test(text),
    'a number with at most two decimals',
  ),
  currency: checked('currency', (text) => /^[A-Z]{3}$/.test(text), 'a three-letter code'),
  familyMember: z._default(z.array(family), []),
  importingGoods: z._default(z.array(goods), []),
  ...paymentFacts,
  ...declaration,
}

const history = {
  process_status: looseText,
  created_at: instant('created_at'),
  processing_date: instant('processing_date'),
  processed_by: looseText,
  refund_date: instant('refund_date'),
  assign_to: looseText,
  remark: z._default(
    z.array(
      z.object({
        us_date: looseText,
        us_time: looseText,
        remark_name: looseText,
        remark: looseText,
        whatsapp: looseText,
        telephone: looseText,
        status_refund: looseText,
        voided: looseText,
        chargeback: looseText,
      }),
    ),
    [],
  ),
}

/** Unknown `arrival_*` and `departure_*` are kept; any other unknown key could matter and is refused (product §5). */
const onlyKnownKeys = (names: object) =>
  z.superRefine<Record<string, unknown>>((order, context) => {
    for (const key of Object.keys(order)) {
      if (!(key in names) && !isDeclarationKey(key))
        context.addIssue({ code: 'custom', path: [key], message: `Unknown field ${key}.` })
    }
  })

const withEmail = z.superRefine<Record<string, unknown>>((order, context) => {
  const given = ['email', 'arrival_email', 'departure_contact_email_address'].some((key) => order[key])
  if (!given) context.addIssue({ code: 'custom', path: ['email'], message: 'email is required.' })
})

export const intakeOrder = z.looseObject(known).check(onlyKnownKeys(known), withEmail)
export type IntakeOrder = z.infer<typeof intakeOrder>

const imported = { ...known, ...history }
/** An order with the years it brings along (product §5, import). */
export const importedOrder = z.looseObject(imported).check(onlyKnownKeys(imported), withEmail)
export type ImportedOrder = z.infer<typeof importedOrder>

export const createOrder = endpoint({
  method: 'POST',
  path: '/intake/orders',
  summary: 'Take in one order; a repeat with the same Idempotency-Key gives the first answer',
  allow: 'intakeKey',
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
  reply: z.object({ data: z.object({ id: z.number(), gateway_name: z.string() }) }),
})
