import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import { readNetwork } from '#contract/rules/card-networks.ts'
import {
  reasonOfCode,
  type DisputeReason,
  type DisputeStage,
  type DisputeState,
} from '#contract/rules/disputes.ts'
import { receiveDispute, type DisputeSnapshot } from '#server/disputes/receive-dispute.ts'
import { receiveRefund, type RefundSnapshot } from '#server/disputes/receive-refund.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import type { Actor, Call, Work } from '#server/platform/work.ts'
import { refuseWebhook } from './refuse-webhook.ts'

/** Stripe's own tolerance, both ways. */
const maxAgeMs = 5 * 60_000

/** The parts `t=…` and each `v1=…` of Stripe's header. */
function signatureParts({ 'stripe-signature': header }: IncomingHttpHeaders): { at: string; v1: string[] } {
  const parts = (typeof header === 'string' ? header : '').split(',').map((part) => part.trim())
  const valuesOf = (name: string) =>
    parts.flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []))
  return { at: valuesOf('t')[0] ?? '', v1: valuesOf('v1') }
}

/** Before the body is read; `isSignedByStripe` checks the signature afterwards. */
export function hasFreshStripeSignature(headers: IncomingHttpHeaders, now: Date): boolean {
  const { at, v1 } = signatureParts(headers)
  return v1.length > 0 && /^\d{1,12}$/.test(at) && Math.abs(now.getTime() - Number(at) * 1000) <= maxAgeMs
}

/** Any signature by any secret: Stripe signs with the old and the new one while a secret is changed. */
export function isSignedByStripe(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secrets: readonly string[],
): boolean {
  const { at, v1 } = signatureParts(headers)
  const given = v1.filter((hex) => /^[\da-f]{64}$/.test(hex)).map((hex) => Buffer.from(hex, 'hex'))
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${at}.`).update(body).digest()
    return given.some((signature) => timingSafeEqual(signature, expected))
  })
}

const { catch: orUnknown } = z

/** What is absent or of an unexpected form counts as unknown. */
const known = <S extends z.ZodMiniType>(schema: S) => orUnknown(z.optional(schema), undefined)
const id = z.string().check(z.regex(/^[\w.:-]{1,255}$/))
const word = known(z.string().check(z.regex(/^[\w .-]{1,40}$/)))
/** Seconds since 1970. */
const time = z.number().check(z.minimum(0), z.maximum(253_402_300_799))
/** In the currency's smallest unit. */
const minor = known(z.int().check(z.minimum(0), z.maximum(99_999_999_999_999)))
/** Named, or expanded. */
const reference = known(
  z.pipe(
    z.union([id, z.looseObject({ id })]),
    z.transform((it) => (typeof it === 'string' ? it : it.id)),
  ),
)

const common = { id, livemode: known(z.boolean()), payment_intent: reference }

export const stripeDispute = z.looseObject({
  ...common,
  charge: reference,
  created: known(time),
  amount: minor,
  currency: word,
  status: word,
  reason: word,
  network_reason_code: word,
  payment_method_details: known(
    z.looseObject({
      card: known(z.looseObject({ brand: word, network: word, case_type: word, network_reason_code: word })),
      klarna: known(z.looseObject({ reason_code: word })),
      paypal: known(z.looseObject({ reason_code: word })),
    }),
  ),
  evidence_details: known(z.looseObject({ due_by: known(time), submission_count: known(z.number()) })),
})
type StripeDispute = z.infer<typeof stripeDispute>

const stripeWarning = z.looseObject({
  ...common,
  charge: reference,
  created: known(time),
  actionable: known(z.boolean()),
})

const stripeCharge = z.looseObject({ ...common, amount_refunded: minor, currency: word })

const stripeEvent = z.looseObject({
  type: z.string(),
  created: time,
  data: z.looseObject({ object: z.unknown() }),
})

/** Digits behind the point of Stripe's amounts, where they are not two. */
const decimals: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    // ISK and UGX have none, but Stripe counts them in hundredths.
    'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
}

/** A decimal with two digits; Stripe's third one is always 0. */
function sumOf(amount: number | undefined, currency: string | undefined) {
  const code = currency?.toUpperCase() ?? ''
  if (amount === undefined || !/^[A-Z]{3}$/.test(code)) return { amount: null, currency: null }
  return { amount: (amount / 10 ** (decimals[code] ?? 2)).toFixed(2), currency: code }
}

const instantOf = (seconds: number) => new Date(seconds * 1000)

/** Events of the test mode are told apart; their payments exist in that mode alone. */
const gatewayOf = ({ livemode }: { livemode?: boolean | undefined }) =>
  livemode === false ? 'Stripe test' : 'Stripe'

const reasons: Readonly<Record<string, DisputeReason>> = {
  credit_not_processed: 'credit not processed',
  debit_not_authorized: 'unauthorised',
  duplicate: 'duplicate',
  fraudulent: 'unauthorised',
  product_not_received: 'not received',
  product_unacceptable: 'not as described',
  subscription_canceled: 'cancelled',
  unrecognized: 'unauthorised',
}

interface StripeState {
  /** Where the status says it; else the kind of the case does. */
  stage?: DisputeStage
  outcome: DisputeState
  isAnswered?: true
}

const states: Readonly<Record<string, StripeState>> = {
  warning_needs_response: { stage: 'inquiry', outcome: 'Open' },
  warning_under_review: { stage: 'inquiry', outcome: 'Open', isAnswered: true },
  warning_closed: { stage: 'inquiry', outcome: 'Withdrawn' },
  needs_response: { outcome: 'Open' },
  under_review: { outcome: 'Open', isAnswered: true },
  appeal_needs_response: { outcome: 'Open' },
  appeal_under_review: { outcome: 'Open', isAnswered: true },
  won: { outcome: 'Won' },
  lost: { outcome: 'Lost' },
  // Of older versions of the API: an inquiry whose charge was refunded.
  charge_refunded: { stage: 'inquiry', outcome: 'Withdrawn' },
  prevented: { stage: 'prevented', outcome: 'Withdrawn' },
}

const caseStages: Readonly<Record<string, DisputeStage>> = {
  chargeback: 'chargeback',
  compliance: 'compliance',
  inquiry: 'inquiry',
  resolution: 'prevented',
  // The bank was answered and raised nothing; nothing is refunded.
  block: 'inquiry',
}

function stageOf(dispute: StripeDispute, state: StripeState): DisputeStage {
  const kind = dispute.payment_method_details?.card?.case_type ?? ''
  if (kind === 'block') return 'inquiry'
  return state.stage ?? caseStages[kind] ?? (dispute.reason === 'noncompliant' ? 'compliance' : 'chargeback')
}

export function toDisputeSnapshot(dispute: StripeDispute, updatedAt: Date): DisputeSnapshot {
  const { card, klarna, paypal } = dispute.payment_method_details ?? {}
  const { due_by: dueBy, submission_count: submissions = 0 } = dispute.evidence_details ?? {}
  const state = states[dispute.status ?? ''] ?? { outcome: 'Open' }
  const code =
    card?.network_reason_code ??
    dispute.network_reason_code ??
    klarna?.reason_code ??
    paypal?.reason_code ??
    null
  const isAnswered = state.isAnswered ?? (state.outcome !== 'Open' && submissions > 0)
  const stage = stageOf(dispute, state)
  return {
    gateway: gatewayOf(dispute),
    gateway_dispute_id: dispute.id,
    charge_id: dispute.charge ?? null,
    payment_intent_id: dispute.payment_intent ?? null,
    transaction_id: null,
    stage,
    reason: reasons[dispute.reason ?? ''] ?? reasonOfCode(code ?? '') ?? 'other',
    network: readNetwork(card?.brand ?? card?.network),
    network_code: code,
    ...sumOf(dispute.amount, dispute.currency),
    opened_at: dispute.created === undefined ? updatedAt : instantOf(dispute.created),
    updated_at: updatedAt,
    // 0 says that the bank takes no answer.
    due_at: dueBy ? instantOf(dueBy) : null,
    isFinal: dueBy === 0,
    outcome: state.outcome,
    settled_as: isAnswered && stage !== 'prevented' ? 'answered' : null,
  }
}

const toWarningSnapshot = (warning: z.infer<typeof stripeWarning>, updatedAt: Date): DisputeSnapshot => ({
  gateway: gatewayOf(warning),
  gateway_dispute_id: warning.id,
  charge_id: warning.charge ?? null,
  payment_intent_id: warning.payment_intent ?? null,
  transaction_id: null,
  stage: 'warning',
  reason: 'unauthorised',
  network: null,
  network_code: null,
  amount: null,
  currency: null,
  opened_at: warning.created === undefined ? updatedAt : instantOf(warning.created),
  updated_at: updatedAt,
  due_at: null,
  outcome: 'Open',
  // Refunded or disputed since: nothing can be done about it.
  settled_as: warning.actionable === false ? 'left' : null,
})

/** Null for a charge of no known sum. */
function toRefundSnapshot(charge: z.infer<typeof stripeCharge>, updatedAt: Date): RefundSnapshot | null {
  const { amount, currency } = sumOf(charge.amount_refunded, charge.currency)
  if (amount === null || currency === null) return null
  return {
    gateway: gatewayOf(charge),
    charge_id: charge.id,
    payment_intent_id: charge.payment_intent ?? null,
    transaction_id: null,
    amount,
    currency,
    updated_at: updatedAt,
  }
}

type Receive = (work: Work<Actor>, object: unknown, at: Date) => Promise<unknown>

/** `charge.dispute.funds_…` says nothing that these do not. */
const dispute: Receive = (work, object, at) =>
  receiveDispute(work, toDisputeSnapshot(z.parse(stripeDispute, object), at))
const warning: Receive = (work, object, at) =>
  receiveDispute(work, toWarningSnapshot(z.parse(stripeWarning, object), at))
const refund: Receive = async (work, object, at) => {
  const snapshot = toRefundSnapshot(z.parse(stripeCharge, object), at)
  if (snapshot) await receiveRefund(work, snapshot)
}

const receivers: ReadonlyMap<string, Receive> = new Map([
  ['charge.dispute.created', dispute],
  ['charge.dispute.updated', dispute],
  ['charge.dispute.closed', dispute],
  ['radar.early_fraud_warning.created', warning],
  ['radar.early_fraud_warning.updated', warning],
  ['charge.refunded', refund],
])

function parseEvent(body: Buffer): z.infer<typeof stripeEvent> {
  try {
    return stripeEvent.parse(JSON.parse(body.toString('utf8')))
  } catch {
    return refuseWebhook('This is not an event of Stripe.', 'invalid')
  }
}

/** Stored when it resolves. Of an event that fails Stripe tells again; those that nothing reads are left. */
export async function receiveStripeEvent(call: Call<Actor>, body: Buffer): Promise<void> {
  const { type, created, data } = parseEvent(body)
  const receive = receivers.get(type)
  if (!receive) return
  await inTransaction(call.db, async (tx: Tx) => {
    try {
      await receive({ ...call, tx }, data.object, instantOf(created))
    } catch (error) {
      if (error instanceof z.core.$ZodError) refuseWebhook(`The object of ${type} has no id.`, 'invalid')
      throw error
    }
  })
}
