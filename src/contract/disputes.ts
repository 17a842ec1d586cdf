import * as z from 'zod/mini'
import { sentDraft } from './drafts.ts'
import { endpoint } from './endpoint.ts'
import { mergedReply, seenRevision } from './revisions.ts'
import { isIsoDate, isIsoInstant } from './rules/dates.ts'
import { evidenceNames } from './rules/dispute-advice.ts'
import {
  disputeAdvices,
  disputeOutcomes,
  disputeReasons,
  disputeStages,
  disputeStates,
  settlements,
} from './rules/disputes.ts'
import { bulkResult, nullableText, orderId, pageQuery, rowId, textLimits } from './common-schemas.ts'

/** An empty text clears the recorded value. */
export const saveDispute = endpoint({
  method: 'PUT',
  path: '/admin/save-dispute',
  summary: 'Record due date, reason code and outcome of a chargeback',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    dueOn: z.string().check(
      z.maxLength(textLimits.line),
      z.refine((date) => date === '' || isIsoDate(date), 'Due date must be a date (YYYY-MM-DD).'),
    ),
    reasonCode: z.string().check(z.trim(), z.maxLength(40, 'Reason code has at most 40 characters.')),
    outcome: z.enum([...disputeOutcomes, ''], 'Unknown outcome.'),
    revision: seenRevision,
    draft: sentDraft,
  }),
  reply: z.object({ data: z.object(mergedReply) }),
})

/** Product §14. Times are instants; amounts decimals. */
export const dispute = z.object({
  id: z.number(),
  order_id: z.nullable(z.number()),
  gateway: z.string(),
  gateway_dispute_id: nullableText,
  charge_id: nullableText,
  payment_intent_id: nullableText,
  stage: z.enum(disputeStages),
  reason: z.enum(disputeReasons),
  network: nullableText,
  network_code: nullableText,
  amount: nullableText,
  currency: nullableText,
  opened_at: z.string(),
  updated_at: z.string(),
  due_at: nullableText,
  is_due_guessed: z.boolean(),
  outcome: z.enum(disputeStates),
  settled_as: z.nullable(z.enum(settlements)),
  settled_at: nullableText,
  settled_by: nullableText,
})
export type Dispute = z.infer<typeof dispute>

/** A dispute in its order, with what is advised. */
export const advisedDispute = z.extend(dispute, {
  advice: z.enum(disputeAdvices),
  /** What the advice is made of; null for what needs no decision. */
  advised_by: z.nullable(
    z.object({
      /** From 0 to 1: to win; of a warning, that it becomes a dispute. */
      chance: z.number(),
      is_own_chance: z.boolean(),
      /** The dispute's, else the order's. */
      amount: nullableText,
      currency: nullableText,
      /** Null if none is set for the currency: then there is no gain either. */
      fee: nullableText,
      /** Expected, of answering over accepting; of a warning's refund over leaving it. */
      gain: nullableText,
      captured: z.array(z.enum(evidenceNames)),
      missing: z.array(z.enum(evidenceNames)),
      pack: z.union([z.literal(1), z.literal(2)]),
    }),
  ),
})
export type AdvisedDispute = z.infer<typeof advisedDispute>

const optionalText = z.optional(z.string().check(z.trim(), z.maxLength(textLimits.line)))
const amount = z.optional(
  z
    .string('Amount must be a number with at most two decimals.')
    .check(
      z.trim(),
      z.regex(/^(\d{1,12}(\.\d{1,2})?)?$/, 'Amount must be a number with at most two decimals.'),
    ),
)
const currency = z.optional(
  z.string().check(z.trim(), z.regex(/^([A-Z]{3})?$/, 'Currency must be a three-letter code.')),
)
const instant = (label: string) =>
  z
    .string(`${label} must be a time (YYYY-MM-DDTHH:mm:ssZ).`)
    .check(z.refine(isIsoInstant, `${label} must be a time (YYYY-MM-DDTHH:mm:ssZ).`))

/** By hand: the event is the member's, at the time of the call. An absent field keeps its value. */
export const recordDispute = endpoint({
  method: 'POST',
  path: '/admin/disputes',
  summary: 'Enter a dispute of an order, or edit one',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    disputeId: z.optional(rowId),
    stage: z.enum(disputeStages, 'Please select the stage.'),
    reason: z.enum(disputeReasons, 'Please select the reason.'),
    network: optionalText,
    network_code: optionalText,
    gateway_dispute_id: optionalText,
    amount,
    currency,
    due_at: z.optional(z.nullable(instant('Due time'))),
    outcome: z.optional(z.enum(disputeStates, 'Unknown outcome.')),
  }),
  reply: z.object({ data: z.extend(bulkResult, { disputeId: z.number() }) }),
})

/** `refunded` also moves the order to Refunds. */
export const settleDispute = endpoint({
  method: 'PUT',
  path: '/admin/settle-dispute',
  summary: 'Say how a dispute was settled: answered, accepted, refunded or left',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    disputeId: rowId,
    as: z.enum(settlements, 'Please select how it was settled.'),
  }),
  reply: z.object({ data: bulkResult }),
})

export const linkDispute = endpoint({
  method: 'PUT',
  path: '/admin/link-dispute',
  summary: 'Say which order a dispute is of that fits none or several',
  allow: 'workOrders',
  body: z.strictObject({ disputeId: rowId, orderId }),
  reply: z.object({ data: bulkResult }),
})

const listedDispute = z.extend(dispute, {
  /** Of its order. */
  name: nullableText,
  /** For one without an order: those that it fits, at most five. */
  candidates: z.array(
    z.object({
      order_id: z.number(),
      name: z.string(),
      amount: nullableText,
      currency: nullableText,
      created_at: z.string(),
      landing_domain: z.string(),
    }),
  ),
})
export type ListedDispute = z.infer<typeof listedDispute>

export const listDisputes = endpoint({
  method: 'GET',
  path: '/admin/disputes',
  summary: 'Open disputes, the nearest due first; with order=none those that fit no order or several',
  allow: 'workOrders',
  listsPeople: true,
  query: z.extend(pageQuery, {
    order: z.optional(z.literal('none')),
    /** Due within so many hours. */
    due: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(24 * 366))),
    stage: z.optional(z.enum(disputeStages, 'Unknown stage.')),
  }),
  reply: z.object({
    data: z.array(listedDispute),
    count: z.number(),
  }),
})
