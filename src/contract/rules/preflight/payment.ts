import type { Check, Found } from './check.ts'
import { countryCodes, type CheckedOrder, type OpenDispute } from './checked-order.ts'
import { telephoneCountries } from './countries.ts'
import { normaliseCountry } from '../countries.ts'
import { displayCountry } from '../display-text.ts'
import { isLatinName } from '../latin-words.ts'
import { normalizeText } from '../search-text.ts'
import { regionsOfAddress } from './tables/address-blocks.ts'
import { regionOf } from './tables/world-regions.ts'

const wordsOf = (name: string): string[] =>
  normalizeText(name)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)

/** Whether a word of one name is in the other, written as one word or two: `Seo-yeon`, `SEOYEON`. */
const shareWord = (first: readonly string[], second: readonly string[]): boolean =>
  first.some((word) => second.includes(word)) ||
  first.some((word) => word.length > 3 && second.join('').includes(word)) ||
  second.some((word) => word.length > 3 && first.join('').includes(word))

function otherPayer(order: CheckedOrder): Found | null {
  const payer = (order.payment['cardholder_name'] ?? '').trim()
  const payerWords = wordsOf(payer)
  const names = [
    order.field('name').value,
    order.text('arrival_passport_name'),
    order.text('departure_owner_full_name'),
    order.text('departure_company_name'),
    ...order.familyMember.map((member) => member.family_member_name),
  ].filter((name) => name.trim() !== '')
  // Names in another script cannot be compared.
  const isComparable = [order.field('name').value, order.text('arrival_passport_name')].some((name) =>
    isLatinName(name),
  )
  if (payerWords.length === 0 || !isComparable) return null
  if (names.some((name) => shareWord(payerWords, wordsOf(name)))) return null
  return { fields: [], message: `Paid by ${payer}; nobody in the order has a name of that.` }
}

function farAddress(order: CheckedOrder): Found | null {
  const card = normaliseCountry(order.payment['card_country']).iso2
  const address = order.payment['payment_ip'] ?? ''
  const regions = regionsOfAddress(address)
  if (!card || !regions) return null
  const places = [
    card,
    'ID',
    ...telephoneCountries(order),
    ...countryCodes(order.text('arrival_countries_visited')),
  ]
  if (places.some((code) => regions.some((region) => region === regionOf(code)))) return null
  return {
    fields: [],
    message: `Card of ${displayCountry(card)}, paid from ${address}, which is in ${regions.join(', ')}.`,
  }
}

function amountWithoutCurrency({ amount, currency }: CheckedOrder): Found | null {
  if (!(Number(amount) > 0) || currency.trim() !== '') return null
  return { fields: ['currency'], message: `Amount ${amount} of no currency: an invoice cannot be made.` }
}

function refundedByGateway({ gatewayRefunds, amount, currency }: CheckedOrder): Found | null {
  if (gatewayRefunds.length === 0) return null
  const sale = amount === '' ? '' : ` of ${amount} ${currency}`.trimEnd()
  return {
    fields: [],
    message: `The gateway refunded ${gatewayRefunds.join(' and ')}${sale}: file nothing, and move the order to Refunds.`,
  }
}

const openDisputeWords = {
  warning:
    'The card’s bank warns of fraud: refund the payment or leave the warning, before anything is filed.',
  inquiry: 'The card’s bank asks about the payment: answer or refund it, before anything is filed.',
} as const satisfies Record<OpenDispute['stage'], string>

function disputeIsOpen({ openDisputes: [first] }: CheckedOrder): Found | null {
  return first ? { fields: [], message: `${openDisputeWords[first.stage]} Reason: ${first.reason}.` } : null
}

export const paymentChecks: readonly Check[] = [
  {
    code: 'gateway-refund',
    severity: 'stop',
    title: 'The gateway refunded the payment',
    find: refundedByGateway,
  },
  { code: 'dispute-open', severity: 'stop', title: 'A warning or an inquiry is open', find: disputeIsOpen },
  { code: 'payer', severity: 'warn', title: 'Payment is in another name', find: otherPayer },
  {
    code: 'card-address',
    severity: 'warn',
    title: 'Card’s country and IP address are far apart',
    find: farAddress,
  },
  {
    code: 'amount-currency',
    severity: 'warn',
    title: 'Amount without a currency',
    find: amountWithoutCurrency,
  },
]
