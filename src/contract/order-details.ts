import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { householdOrder } from './household.ts'
import { advisedDispute } from './disputes.ts'
import { draft, sentDraft } from './drafts.ts'
import { mergedReply, seenRevision } from './revisions.ts'
import { uncheckedReasons } from './rules/document-faults.ts'
import { receivedStates } from './rules/downloads.ts'
import { mailStates } from './rules/mail-states.ts'
import { message } from './messages.ts'
import { customerRequest } from './requests.ts'
import { preflightReport } from './preflight.ts'
import { ownSchemas } from './rules/order-columns.ts'
import { telephoneReading } from './rules/telephone-reading.ts'
import { keysOf, recordOf } from './rules/typed-keys.ts'
import { nullableText, orderId, requiredText, yesFlag, textLimits } from './common-schemas.ts'

export const familyMember = z.object({
  family_member_name: z.string(),
  family_passport_number: z.string(),
  family_nationality: z.string(),
  family_other_nationalities: z.string(),
  family_relationship: z.string(),
})

const answer = z.enum(['Yes', 'No', ''])
export const goodsLine = z.object({
  group: z.string(),
  category: z.string(),
  description_of_Goods: z.string(),
  quantityofGoods: z.string(),
  units: z.string(),
  value: z.string(),
  currency: z.string(),
  unaccompanied_baggage: z.string(),
  date_month_year_import: z.string(),
})
export const goodsDeclaration = z.object({
  animals: answer,
  narcotics: answer,
  currency: answer,
  foreign: answer,
  cigarettes: answer,
  purchase: answer,
  imported_goods: answer,
  originating_goods: answer,
  details: z.array(goodsLine),
})

/** The open question to the customer (product §12). */
const openQuestion = z.object({
  asked_at: z.string(),
  by: z.string(),
  /** Keys, as `ask-customer` takes them. */
  fields: z.array(z.string()),
  text: z.string(),
  /** Due time of the answer; null for as soon as possible. */
  due_at: nullableText,
  until: z.string(),
  is_over: z.boolean(),
  mail_state: z.nullable(z.enum(mailStates)),
})
export type OpenQuestion = z.infer<typeof openQuestion>

/** What the site told of the sale (product §14); null where it was not sent. Times are instants, fees decimals. */
export const saleFactKeys = [
  'statement_name',
  'government_fee',
  'service_fee',
  'disclosure_version',
  'disclosure_shown_at',
  'disclosure_accepted_at',
] as const

/** Also has every `arrival_*` and `departure_*` field of the order, known or not, as text. */
const orderDetails = z.looseObject({
  ...ownSchemas,
  ...recordOf(saleFactKeys, () => nullableText),
  /** One more with each change of the order's data. */
  revision: z.number(),
  processed_by: nullableText,
  assign_to: nullableText,
  is_assigned_to_me: z.boolean(),
  /** The recorded refund; null unless the order is refunded. */
  refund: z.nullable(z.object({ amount: nullableText, currency: nullableText, reference: nullableText })),
  /** Each telephone as read, by its field (product §16). */
  telephones: z.record(z.string(), telephoneReading),
  uploadDoc: z.array(
    z.object({
      file1: z.string(),
      customer_name: z.string(),
      mail_service_provider: z.string(),
      name: z.string(),
      size: z.number(),
      content_type: z.string(),
      created_at: z.string(),
      /** Index on the filing sheet and name of the traveller; null for the whole order. */
      traveller: z.nullable(z.number()),
      traveller_name: nullableText,
      /** 0 if it could not be read; null for a document of an import. */
      pages: z.nullable(z.number()),
      /** Why this server could not see all of it, until a member has opened it. */
      unchecked: z.nullable(z.enum(keysOf(uncheckedReasons))),
    }),
  ),
  mailHistory: z.array(
    z.object({
      order_id: z.number(),
      create_ts: z.string(),
      remainder_mail: yesFlag,
      uploadDoc: z.string(),
      kind: z.string(),
      to: z.string(),
      provider: z.string(),
      state: z.enum(mailStates),
      id: z.string(),
      subject: z.string(),
      /** Time of this state. */
      state_at: nullableText,
      /** The provider's error if the mail was not delivered. */
      error: nullableText,
      /** The recipient reported it as spam. */
      complained: z.boolean(),
    }),
  ),
  /** Replies and staff answers, newest first, at most `maxMessagesShown`. */
  messages: z.array(message),
  message_count: z.number(),
  open_question: z.nullable(openQuestion),
  /** Mails to this order that were not received within the last 24 hours, because there were too many. */
  messages_left_out: z.number(),
  downloadHistory: z.array(
    z.object({
      order_id: z.number(),
      create_ts: z.string(),
      ip: z.string(),
      timezone: z.string(),
      browser: z.string(),
      os: z.string(),
      received: z.enum(receivedStates),
      /** Further whole downloads on that day, which have no rows of their own. */
      repeats: z.number(),
    }),
  ),
  remark: z.array(
    z.object({
      order_id: z.number(),
      us_date: z.string(),
      us_time: z.string(),
      remark_name: z.string(),
      remark: z.string(),
      whatsapp: yesFlag,
      telephone: yesFlag,
      status_refund: yesFlag,
      voided: yesFlag,
      chargeback: yesFlag,
      report_error: z.literal(''),
    }),
  ),
  /** Mails, downloads, remarks or events have older entries than these. */
  has_older_history: z.boolean(),
  /** Newest first (product §14). */
  requests: z.array(customerRequest),
  /** The site's, while a request is open; else null. */
  refund_policy: nullableText,
  /** When filing began; null before. */
  filed_at: nullableText,
  disputes: z.array(advisedDispute),
  /** The whole sum that a gateway refunded of each charge. */
  gateway_refunds: z.array(
    z.object({ gateway: z.string(), amount: z.string(), currency: z.string(), updated_at: z.string() }),
  ),
  /** The payment in its gateway's own dashboard; null if that is not known. */
  payment_url: nullableText,
  drafts: z.array(draft),
  familyMember: z.array(familyMember),
  importingGoods: z.array(goodsDeclaration),
  /** The other orders of the journey, the most urgent first, as far as the caller may see them. */
  household: z.array(householdOrder),
  /** Findings; null if no further document is expected. */
  preflight: z.nullable(preflightReport),
  events: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      by: z.string(),
      action: z.string(),
      from: nullableText,
      to: nullableText,
      details: z.record(z.string(), z.unknown()),
      can_restore: z.boolean(),
      /** Sentence why the last change cannot be undone; null if it can. */
      why_not_restored: nullableText,
    }),
  ),
})
export type OrderDetails = z.infer<typeof orderDetails>

/** Default number of the newest entries of each history in an order's details. */
export const usualHistoryRows = 200
export const mostHistoryRows = 10_000

export const getOrder = endpoint({
  method: 'GET',
  path: '/admin/get-orders-details/:orderId',
  summary: 'The whole case file of an order',
  allow: 'workOrders',
  params: z.object({ orderId }),
  query: z.looseObject({
    historyRows: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(mostHistoryRows))),
  }),
  reply: z.object({ orderDetails }),
})

/** The web masks them; the details have them, because packs, corrections and open orders need them. */
export const showNumbers = endpoint({
  method: 'POST',
  path: '/admin/show-numbers',
  summary: 'Record that the passport, identity and visa numbers of a finished order are shown',
  allow: 'workOrders',
  body: z.strictObject({ orderId }),
})

export const saveTransaction = endpoint({
  method: 'POST',
  path: '/admin/save-transaction-details',
  summary: 'Record the transaction id and the merchant of an order',
  allow: 'workOrders',
  body: z.strictObject({
    transactionId: requiredText('Please enter your Transaction Id', textLimits.line),
    merchantName: requiredText('Please enter your Merchant Name', textLimits.line),
    orderId,
    revision: seenRevision,
    draft: sentDraft,
  }),
  reply: z.object({ data: z.object(mergedReply) }),
})
