import { expect, test } from 'vitest'
import type { AdvisedDispute } from '#contract/disputes.ts'
import { adviceText } from './dispute-texts.ts'

type By = NonNullable<AdvisedDispute['advised_by']>

const dispute = (changes: Partial<AdvisedDispute>, by: Partial<By> = {}): AdvisedDispute => ({
  id: 1,
  order_id: 1,
  gateway: 'Stripe',
  gateway_dispute_id: null,
  charge_id: null,
  payment_intent_id: null,
  stage: 'chargeback',
  reason: 'not received',
  network: 'visa',
  network_code: '13.1',
  amount: '49.00',
  currency: 'USD',
  opened_at: '',
  updated_at: '',
  due_at: null,
  is_due_guessed: false,
  outcome: 'Open',
  settled_as: null,
  settled_at: null,
  settled_by: null,
  advice: 'answer',
  advised_by: {
    chance: 0.64,
    is_own_chance: false,
    amount: '49.00',
    currency: 'USD',
    fee: '15.00',
    gain: '25.96',
    captured: [],
    missing: [],
    pack: 2,
    ...by,
  },
  ...changes,
})

test.each([
  [
    'a chargeback worth it',
    dispute({}),
    'Answer it: answering gains 25.96 USD on average, 64 % (an estimate) of 49.00 and 15.00, less 15.00',
  ],
  [
    'one that is not, by own outcomes',
    dispute({ advice: 'accept' }, { chance: 0.1, gain: '-8.60', is_own_chance: true }),
    'Accept it: answering loses 8.60 USD on average, 10 % (own outcomes) of 49.00 and 15.00, less 15.00',
  ],
  [
    'a warning to refund',
    dispute({ stage: 'warning', advice: 'accept' }, { chance: 0.8, gain: '2.20' }),
    'Refund it: a refund costs 49.00 USD; left, 80 % of 49.00 USD and the fee of 15.00, 51.20 USD',
  ],
  [
    'a warning after 3-D Secure',
    dispute({ stage: 'warning', advice: 'none' }, { captured: ['threeDSecure'] }),
    'Leave it: after 3-D Secure the loss is the issuer’s',
  ],
  [
    'an inquiry without a fee',
    dispute({ stage: 'inquiry' }, { fee: null, gain: null }),
    'Answer it: chance to win 64 % (an estimate)',
  ],
  [
    'a chargeback without a fee',
    dispute({ advice: 'none' }, { fee: null, gain: null }),
    'chance to win 64 % (an estimate)',
  ],
  ['a settled one', dispute({ advice: 'none', advised_by: null }), ''],
] as const)('%s says what is worth it, as a sum (product §14)', (_name, it, text) =>
  expect(adviceText(it)).toBe(text),
)
