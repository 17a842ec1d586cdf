import * as z from 'zod/mini'
import { sentDraft } from './drafts.ts'
import { endpoint } from './endpoint.ts'
import { mergedReply, seenRevision } from './revisions.ts'
import { isActorName } from './rules/actor-names.ts'
import { isIsoDate, isIsoInstant } from './rules/dates.ts'
import { evidenceNames } from './rules/dispute-advice.ts'
import {
  disputeAdvices,
  disputeOutcomes,
  disputeReasons,
  disputeStageRules,
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
      z.maxLength(textLimits.line, 'Amount must be a number with at most two decimals.'),
      z.trim(),
      z.regex(/^(\d{1,12}(\.\d{1,2})?)?$/, 'Amount must be a number with at most two decimals.'),
    ),
)
const currency = z.optional(
  z
    .string()
    .check(
      z.maxLength(textLimits.line, 'Currency must be a three-letter code.'),
      z.trim(),
      z.regex(/^([A-Z]{3})?$/, 'Currency must be a three-letter code.'),
    ),
)
/** Within this century, so that a slip of the year is no due time. */
const isRecentInstant = (text: string) => isIsoInstant(text) && text >= '2000' && text < '2100'
const instant = (label: string) =>
  z
    .string(`${label} must be a time (YYYY-MM-DDTHH:mm:ssZ).`)
    .check(
      z.maxLength(textLimits.line, `${label} must be a time (YYYY-MM-DDTHH:mm:ssZ).`),
      z.refine(isRecentInstant, `${label} must be a time (YYYY-MM-DDTHH:mm:ssZ).`),
    )

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

type Sent = string | number | null | undefined

/** Text or a number; absent, null and blank ones are no text. */
const reportedText = (key: string, max = textLimits.line) => {
  const hasLength = z.maxLength(max, `${key} has at most ${max} characters.`)
  return z.pipe(
    z.nullish(z.union([z.string().check(hasLength), z.number()], `${key} must be text.`)),
    z.pipe(
      z.transform((value: Sent) => String(value ?? '').trim() || null),
      z.nullable(z.string().check(hasLength)),
    ),
  )
}
const requiredReport = (key: string, max = textLimits.line) =>
  z.pipe(reportedText(key, max), z.string(`${key} is required.`).check(z.maxLength(max)))
const reportedTextLike = (key: string, pattern: RegExp, expected: string) =>
  reportedText(key).check(
    z.refine((value) => value === null || pattern.test(value), `${key} must be ${expected}.`),
  )

const reportedDispute = z
  .strictObject({
    gateway: requiredReport('gateway', 60).check(
      z.refine(
        (name) => !isActorName(name),
        'gateway is the name of a part of this product: send that of the gateway.',
      ),
    ),
    gateway_dispute_id: requiredReport('gateway_dispute_id'),
    transaction_id: reportedText('transaction_id'),
    charge_id: reportedText('charge_id'),
    payment_intent_id: reportedText('payment_intent_id'),
    stage: z.enum(disputeStages, `stage is one of ${disputeStages.join(', ')}.`),
    reason: z.nullish(z.enum(disputeReasons, `reason is one of ${disputeReasons.join(', ')}.`)),
    network: reportedText('network'),
    network_code: reportedText('network_code', 40),
    amount: reportedTextLike('amount', /^\d{1,12}(\.\d{1,2})?$/, 'a number with at most two decimals'),
    currency: reportedTextLike('currency', /^[A-Z]{3}$/, 'a three-letter code'),
    opened_at: z.nullish(instant('opened_at')),
    updated_at: instant('updated_at'),
    due_at: z.nullish(instant('due_at')),
    outcome: z._default(z.enum(disputeStates, `outcome is one of ${disputeStates.join(', ')}.`), 'Open'),
    settled_as: z.nullish(z.enum(settlements, `settled_as is one of ${settlements.join(', ')}.`)),
  })
  .check(
    z.superRefine((dispute, { issues }) => {
      const say = (path: keyof typeof dispute, message: string) =>
        issues.push({ code: 'custom', input: dispute[path], path: [path], message })
      const openedAt = Date.parse(dispute.opened_at ?? dispute.updated_at)
      if (dispute.amount !== null && dispute.currency === null)
        say('currency', 'currency is required with an amount.')
      if (openedAt > Date.parse(dispute.updated_at)) say('opened_at', 'opened_at is after updated_at.')
      if (dispute.due_at && Date.parse(dispute.due_at) < openedAt)
        say('due_at', 'due_at is before opened_at.')
      const { label, settledAs } = disputeStageRules[dispute.stage]
      if (dispute.settled_as && !settledAs.some((it) => it === dispute.settled_as))
        say('settled_as', `${label}: it cannot be ${dispute.settled_as}.`)
    }),
  )
export type ReportedDispute = z.infer<typeof reportedDispute>

/** Each report tells all of a dispute: the one with the newest `updated_at` decides (product §14). */
export const reportDispute = endpoint({
  method: 'POST',
  path: '/intake/disputes',
  summary:
    'Take in what a gateway tells of a dispute; a repeat with the same Idempotency-Key gives the first answer',
  allow: 'intakeKey',
  body: reportedDispute,
  reply: z.object({ data: z.object({ dispute_id: z.number(), order_id: z.nullable(z.number()) }) }),
})
