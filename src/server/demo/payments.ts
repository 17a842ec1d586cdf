import type { Site } from '#contract/sites.ts'
import type { Chance } from './random.ts'

export interface Device {
  userAgent: string
  browser: string
  os: string
}

/** Devices of customers; browser and system are named as in the download history. */
export const devices: readonly Device[] = [
  {
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    browser: 'Chrome',
    os: 'Android',
  },
  {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    browser: 'Safari',
    os: 'iOS',
  },
  {
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    browser: 'Microsoft Edge',
    os: 'Windows',
  },
  {
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
    browser: 'Safari',
    os: 'macOS',
  },
  {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    browser: 'Firefox',
    os: 'Linux',
  },
]

const paymentProviders = [
  { gateway: 'Stripe', merchant: 'Stripe – Arrival Desk', transaction: 'pi_3@#@@##@@##@@' },
  { gateway: 'Xendit', merchant: 'Xendit – Arrival Desk', transaction: 'ewc-########-####' },
  { gateway: 'PayPal', merchant: 'PayPal – Pabean', transaction: '##@@#######@#####' },
  { gateway: 'Midtrans', merchant: 'Midtrans – Pabean', transaction: 'mt-@@##-######' },
] as const
const cardBrands = ['Visa', 'Visa', 'Mastercard', 'Mastercard', 'Amex', 'JCB', 'UnionPay'] as const

/** Payment facts shared by all purchases of a buyer, so that a returning buyer is recognised. */
export interface Buyer {
  card_brand: string
  card_last4: string
  card_fingerprint: string
  payment_ip: string
  payment_user_agent: string
  device_id: string
  account_id: string
}

export const createBuyer = (chance: Chance): Buyer => ({
  card_brand: chance.pick(cardBrands),
  card_last4: chance.fillPattern('####'),
  card_fingerprint: chance.fillPattern('fp_@#@#@@##@#'),
  // Addresses that RFC 5737 reserves for documentation.
  payment_ip: `${chance.pick(['192.0.2', '198.51.100', '203.0.113'])}.${chance.integer(1, 254)}`,
  payment_user_agent: chance.pick(devices).userAgent,
  device_id: chance.fillPattern('dev-##@@-@#@#-####'),
  account_id: chance.fillPattern('acc_######'),
})

/** Payment facts of an order: some sites send all, others the transaction only, a few none. */
export function paymentFields(chance: Chance, of: Buyer, paidAt: string, site: Site): object {
  const provider = chance.pick(paymentProviders)
  const transactionOnly = {
    transaction_id: chance.fillPattern(provider.transaction),
    merchant_name: provider.merchant,
    gateway: provider.gateway,
  }
  const captureRoll = chance.integer(1, 100)
  if (captureRoll <= 14) return {}
  if (captureRoll <= 38)
    return { ...transactionOnly, card_brand: of.card_brand, card_last4: of.card_last4, paid_at: paidAt }
  return {
    ...transactionOnly,
    ...of,
    avs_result: chance.pick(['Y', 'Y', 'A', 'U']),
    cvv_result: chance.pick(['M', 'M', 'M', 'P']),
    three_d_secure_result: chance.pick(['authenticated', 'authenticated', 'attempted', 'not enrolled']),
    paid_at: paidAt,
    terms_version: site.terms.version,
    terms_accepted_at: paidAt,
    ...(site.disclosure && {
      disclosure_version: site.disclosure.version,
      disclosure_shown_at: paidAt,
      disclosure_accepted_at: paidAt,
      government_fee: '0.00',
      statement_name: 'PABEAN',
    }),
  }
}
