import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mailStates, message } from './messages.ts'
import { disputeOutcomes } from './rules/disputes.ts'
import { modes, queueNames } from './rules/queues.ts'
import { moveTargets, statuses } from './rules/statuses.ts'
import { bulkResult, orderId, orderIds, required, yesFlag } from './shapes.ts'

const nullableText = z.nullable(z.string())

/** The specification's *list row source* (spec §3), with `is_assigned_to_me`, `travel_date`, mode and chargeback beside it. */
export const orderRow = z.object({
  order_id: z.number(),
  landing_domain: z.string(),
  process_status: z.enum(statuses),
  processing_mode: z.enum(modes),
  created_at: z.string(),
  refund_date: nullableText,
  processing_date: nullableText,
  process_month: z.string(),
  travel_date: nullableText,
  assign_to: nullableText,
  is_assigned_to_me: z.boolean(),
  dispute_due_on: nullableText,
  dispute_reason_code: nullableText,
  dispute_outcome: z.nullable(z.enum(disputeOutcomes)),
  arrival_full_name: nullableText,
  arrival_doa: nullableText,
  arrival_email: nullableText,
  arrival_phone_code: nullableText,
  arrival_phone_number: nullableText,
  departure_full_name: nullableText,
  departure_departure_date: nullableText,
  departure_contact_email_address: nullableText,
  departure_phone_number_1: nullableText,
  /** Of the newest mail to the customer; null where there was none. */
  mail_state: z.nullable(z.enum(mailStates)),
  /** Replies that nobody has handled yet. */
  open_messages: z.number(),
})
export type OrderRow = z.infer<typeof orderRow>
export const filterFields = Object.keys(orderRow.shape) as (keyof OrderRow)[]

export const sortFields = ['created_at', 'travel_date', 'processing_date', 'refund_date'] as const
export type SortField = (typeof sortFields)[number]

const pageNumber = z.optional(
  z.coerce.number('Page is not valid.').check(z.int(), z.minimum(1, 'Page is not valid.')),
)
const rowLimit = z.optional(
  z.coerce.number('Limit is not valid.').check(z.int(), z.minimum(1, 'Limit is not valid.')),
)

/** `filter[field]=value` stays as it was sent here; the server reads it and answers 400 for an unknown field. */
export const listQuery = z.looseObject({
  page: pageNumber,
  limit: rowLimit,
  perPage: rowLimit,
  month: z.optional(
    z.coerce
      .number('Month is not valid.')
      .check(z.int(), z.minimum(1, 'Month is not valid.'), z.maximum(12, 'Month is not valid.')),
  ),
  sort: z.optional(z.enum(sortFields, `sort is one of ${sortFields.join(', ')}.`)),
  order: z.optional(z.enum(['asc', 'desc'], 'order is asc or desc.')),
  /** The key of the row before (or after) the wanted page, from an answer's `keys`: next and previous cost no counting. */
  after: z.optional(z.string()),
  before: z.optional(z.string()),
})

export const listOrders = endpoint({
  method: 'GET',
  path: '/admin/get-orders-list/:orderName',
  summary: 'One page of a queue, newest first',
  allow: 'workOrders',
  params: z.object({ orderName: z.enum(queueNames, 'Unknown order list.') }),
  query: listQuery,
  reply: z.object({
    data: z.array(orderRow),
    count: z.number(),
    page: z.number(),
    limit: z.number(),
    keys: z.nullable(z.object({ first: z.string(), last: z.string() })),
  }),
})

const longestSearch = 200
/** What was typed into a search box. */
export const searchVal = z
  .string('Please enter what to search for.')
  .check(z.maxLength(longestSearch, `Please enter at most ${longestSearch} characters.`))

export const searchOrders = endpoint({
  method: 'POST',
  path: '/admin/search-order',
  summary: 'Search a queue by order id, name, e-mail, telephone or transaction id',
  allow: 'workOrders',
  body: z.looseObject({
    searchVal,
    folderName: z.enum(queueNames, 'Unknown order list.'),
    start: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    end: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 10),
    month: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(12))),
    exactCount: z.optional(z.boolean()),
  }),
  reply: z.object({ data: z.array(orderRow), count: z.number(), more: z.optional(z.boolean()) }),
})

const counts = z.record(z.string(), z.number())

export const folderCounts = endpoint({
  method: 'GET',
  path: '/admin/get-folder-count',
  summary: 'The number of orders in each queue',
  allow: 'workOrders',
  query: z.looseObject({ userName: z.optional(z.string()) }),
  reply: z.object({ data: counts }),
})

export const futureMonthCounts = endpoint({
  method: 'GET',
  path: '/admin/get-future-month-count',
  summary: 'Future orders by the month in which their window opens, years merged',
  allow: 'workOrders',
  reply: z.object({ data: z.array(z.object({ month: z.number(), count: z.number() })) }),
})

export const assignOrders = endpoint({
  method: 'PUT',
  path: '/admin/assign-order-status',
  summary: 'Claim orders, or give them back with null',
  allow: 'workOrders',
  body: z.strictObject({
    orderId: orderIds,
    assignto: z.nullable(z.string('assignto is a member name or null.')),
    takeOver: z.optional(z.boolean()),
  }),
  reply: z.object({ data: bulkResult }),
})

export const moveOrders = endpoint({
  method: 'PUT',
  path: '/admin/move-order-status',
  summary: 'Move orders to another status',
  allow: 'workOrders',
  body: z.strictObject({
    orderId: orderIds,
    updatingStatus: z.enum(moveTargets, 'Unknown status.'),
    expectedStatus: z.optional(z.enum(statuses, 'Unknown status.')),
  }),
  reply: z.object({ data: bulkResult }),
})

export const deleteOrders = endpoint({
  method: 'PUT',
  path: '/admin/change-order-status',
  summary: 'Delete orders from a list: a status, never a permanent removal',
  allow: 'deleteFromFutureQueue',
  body: z.strictObject({
    orderId: orderIds,
    updatingStatus: z.literal('Deleted', 'Only Deleted can be set here.'),
    permanentDeletedFlag: z.optional(z.literal(false, 'Orders are never removed permanently.')),
  }),
  reply: z.object({ data: bulkResult }),
})

export const undo = endpoint({
  method: 'POST',
  path: '/admin/undo',
  summary: 'Take back an assign, a move, a delete or a refund, once, within ten minutes',
  allow: 'workOrders',
  body: z.strictObject({ undo: required('Undo is not valid.') }),
  reply: z.object({ data: bulkResult }),
})

export const restoreOrder = endpoint({
  method: 'PUT',
  path: '/admin/restore-order',
  summary: 'Take back the last event of an order',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    eventId: z.coerce.number('Event is not valid.').check(z.int('Event is not valid.')),
  }),
  reply: z.object({ data: bulkResult }),
})

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

/** Beside these keys it carries every `arrival_*` and `departure_*` of the order, known or not, as text. */
export const orderDetails = z.looseObject({
  order_id: z.number(),
  transaction_id: nullableText,
  merchant_name: nullableText,
  email: z.string(),
  landing_domain: z.string(),
  transport_type: z.string(),
  processing_mode: z.enum(modes),
  process_status: z.enum(statuses),
  created_at: z.string(),
  processing_date: nullableText,
  processed_by: nullableText,
  refund_date: nullableText,
  process_month: z.string(),
  window_opens_on: nullableText,
  travel_date: nullableText,
  assign_to: nullableText,
  is_assigned_to_me: z.boolean(),
  language: nullableText,
  amount: nullableText,
  currency: nullableText,
  /** What was paid back, while the order counts as refunded. */
  refund: z.nullable(z.object({ amount: nullableText, currency: nullableText, reference: nullableText })),
  dispute_due_on: nullableText,
  dispute_reason_code: nullableText,
  dispute_outcome: z.nullable(z.enum(disputeOutcomes)),
  uploadDoc: z.array(
    z.object({
      file1: z.string(),
      customer_name: z.string(),
      mail_service_provider: z.string(),
      name: z.string(),
      size: z.number(),
      content_type: z.string(),
      created_at: z.string(),
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
      /** Since when it is in this state. */
      state_at: nullableText,
      /** What the provider said, where it did not arrive. */
      error: nullableText,
      /** Its reader called it spam. */
      complained: z.boolean(),
    }),
  ),
  /** Replies and what staff answered, newest first; of very many the newest. */
  messages: z.array(message),
  message_count: z.number(),
  downloadHistory: z.array(
    z.object({
      order_id: z.number(),
      create_ts: z.string(),
      ip: z.string(),
      timezone: z.string(),
      browser: z.string(),
      os: z.string(),
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
  familyMember: z.array(familyMember),
  importingGoods: z.array(goodsDeclaration),
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
    }),
  ),
})
export type OrderDetails = z.infer<typeof orderDetails>

export const getOrder = endpoint({
  method: 'GET',
  path: '/admin/get-orders-details/:orderId',
  summary: 'The whole case file of an order',
  allow: 'workOrders',
  params: z.object({ orderId }),
  reply: z.object({ orderDetails }),
})

export const saveTransaction = endpoint({
  method: 'POST',
  path: '/admin/save-transaction-details',
  summary: 'Record the transaction id and the merchant of an order',
  allow: 'workOrders',
  body: z.strictObject({
    transactionId: required('Please enter your Transaction Id'),
    merchantName: required('Please enter your Merchant Name'),
    orderId,
  }),
})
