import { Stripe } from 'stripe'

export const stripeSecrets = ['whsec_0123456789abcdef0123', 'whsec_fedcba9876543210abcd'] as const

const secondsOf = (at: Date | string): number => Math.floor(new Date(at).getTime() / 1000)

/** A dispute as Stripe tells of it; `changes` override its fields. */
export const stripeDispute = (changes: Record<string, unknown> = {}) => ({
  id: 'dp_1',
  object: 'dispute',
  amount: 4900,
  currency: 'usd',
  charge: 'ch_1',
  payment_intent: 'pi_1',
  created: secondsOf('2026-11-20T10:00:00Z'),
  livemode: true,
  reason: 'product_not_received',
  status: 'needs_response',
  is_charge_refundable: false,
  evidence_details: { due_by: secondsOf('2026-12-01T02:00:00Z'), submission_count: 0 },
  payment_method_details: {
    type: 'card',
    card: { brand: 'visa', case_type: 'chargeback', network_reason_code: '13.1' },
  },
  ...changes,
})

let events = 0

export const stripeEvent = (type: string, at: Date | string, object: object) => ({
  id: `evt_${(events += 1)}`,
  object: 'event',
  api_version: '2026-10-28',
  created: secondsOf(at),
  livemode: true,
  type,
  data: { object },
})

interface Posted {
  /** Its signature's time; now by default. */
  signedAt?: Date
  secret?: string
  header?: string
  /** The caller leaves after so many ms. */
  answerWithinMs?: number
}

/** Posts as Stripe does, with a signature by its own library; the status, or 0 without an answer. */
export async function postToStripeHook(
  url: string,
  event: object | string,
  { signedAt = new Date(), secret = stripeSecrets[0], header, answerWithinMs }: Posted = {},
): Promise<number> {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const signature =
    header ?? Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: secondsOf(signedAt) })
  const response = await fetch(`${url}/api/hooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body: payload,
    ...(answerWithinMs !== undefined && { signal: AbortSignal.timeout(answerWithinMs) }),
  }).catch(() => null)
  await response?.arrayBuffer().catch(() => null)
  return response?.status ?? 0
}
