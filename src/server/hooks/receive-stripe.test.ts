import { expect, test } from 'vitest'
import { stripeDispute, toDisputeSnapshot } from './receive-stripe.ts'

const at = new Date('2026-11-21T09:00:00Z')
const read = (object: Record<string, unknown>) =>
  toDisputeSnapshot(stripeDispute.parse({ id: 'dp_1', ...object }), at)
const ofCase = (case_type: string) => ({ payment_method_details: { card: { case_type } } })

test.each<[string, string, [string, string, string | null]]>([
  ['warning_needs_response', 'inquiry', ['inquiry', 'Open', null]],
  ['warning_under_review', 'inquiry', ['inquiry', 'Open', 'answered']],
  ['warning_closed', 'inquiry', ['inquiry', 'Withdrawn', null]],
  ['needs_response', 'chargeback', ['chargeback', 'Open', null]],
  ['needs_response', 'compliance', ['compliance', 'Open', null]],
  ['under_review', 'chargeback', ['chargeback', 'Open', 'answered']],
  ['appeal_needs_response', 'chargeback', ['chargeback', 'Open', null]],
  ['appeal_under_review', 'chargeback', ['chargeback', 'Open', 'answered']],
  ['won', 'chargeback', ['chargeback', 'Won', null]],
  ['lost', 'compliance', ['compliance', 'Lost', null]],
  ['prevented', 'resolution', ['prevented', 'Withdrawn', null]],
  ['prevented', 'block', ['inquiry', 'Withdrawn', null]],
  ['charge_refunded', 'chargeback', ['inquiry', 'Withdrawn', null]],
  ['a_new_status', 'a_new_case', ['chargeback', 'Open', null]],
])('the status %s of a case %s is %j', (status, kind, expected) => {
  const { stage, outcome, settled_as } = read({ status, ...ofCase(kind) })
  expect([stage, outcome, settled_as]).toEqual(expected)
})

test('evidence that was submitted counts as an answer once the dispute is closed, and not in a new stage', () => {
  const evidence_details = { submission_count: 1 }
  expect(read({ status: 'lost', evidence_details }).settled_as).toBe('answered')
  expect(read({ status: 'needs_response', evidence_details }).settled_as).toBeNull()
})

test.each([
  ['fraudulent', null, 'unauthorised'],
  ['unrecognized', null, 'unauthorised'],
  ['product_not_received', null, 'not received'],
  ['product_unacceptable', '13.5', 'not as described'],
  ['credit_not_processed', null, 'credit not processed'],
  ['subscription_canceled', null, 'cancelled'],
  ['duplicate', null, 'duplicate'],
  ['general', null, 'other'],
  ['general', '13.7', 'cancelled'],
  ['a_new_reason', null, 'other'],
])('the reason %s with the code %s is %s', (reason, network_reason_code, expected) => {
  const card = { brand: 'Visa', case_type: 'chargeback', network_reason_code }
  expect(read({ reason, payment_method_details: { card } })).toMatchObject({
    reason: expected,
    network: 'visa',
    network_code: network_reason_code,
  })
})

test.each([
  [4900, 'usd', '49.00', 'USD'],
  [4900, 'jpy', '4900.00', 'JPY'],
  [77_000_000, 'idr', '770000.00', 'IDR'],
  [15_230, 'kwd', '15.23', 'KWD'],
  [500, 'isk', '5.00', 'ISK'],
  [500, 'ugx', '5.00', 'UGX'],
  ['4900', 'usd', null, null],
  [4900, 'dollars', null, null],
  [undefined, 'usd', null, null],
])('%s of %s is %s %s', (amount, currency, expected, code) => {
  expect(read({ amount, currency })).toMatchObject({ amount: expected, currency: code })
})

test('what is absent, expanded or of another form is read as far as it can be', () => {
  expect(read({})).toMatchObject({ charge_id: null, opened_at: at, due_at: null, isFinal: false })
  expect(
    read({
      charge: { id: 'ch_1', object: 'charge', deleted: true },
      payment_intent: { id: 'pi_1' },
      evidence_details: { due_by: 0 },
      payment_method_details: 'none',
      created: 'yesterday',
      livemode: false,
    }),
  ).toMatchObject({ gateway: 'Stripe test', charge_id: 'ch_1', payment_intent_id: 'pi_1', isFinal: true })
})
