import type { DefencePackType, Fact } from '#contract/packs.ts'
import { evidenceKinds, evidenceValues, type EvidenceKind } from '#server/orders/evidence-kinds.ts'
import type { CaseFile } from './case-file.ts'
import { beforeTravel, firstDocument } from './exhibits/delivery.ts'
import { buyerLinks, matching, paymentLinks } from './exhibits/identity.ts'
import { cardOf, downloadsOf } from './exhibits/common.ts'
import { helpfulAnswer } from './exhibits/issuer-answers.ts'
import {
  truncate,
  captured,
  capturedFacts,
  declarationOf,
  formatEst,
  formatEstDate,
  formatEstText,
  formatMoney,
  formatUsDate,
  joinWords,
  type Value,
} from './exhibits/format.ts'

/** The merchant in whose name the pack is submitted. */
export const merchantOf = ({ order, site }: Pick<CaseFile, 'order' | 'site'>): string =>
  truncate(captured(order.merchant_name) ?? site.name)

/** `(exhibit B)`: cites those of these exhibits that the pack has. */
export type Cite = (...keys: string[]) => string

const sentence = (...parts: (Value | false)[]): string => `${parts.filter(Boolean).join(' ')}.`

function purchase({ order, customer: { payment } }: CaseFile): string {
  const paid = formatMoney(order.amount, order.currency)
  const card = cardOf(payment)
  return [
    `Order ${order.order_id}, an electronic ${declarationOf(order.landing_domain)}, was bought on ${truncate(order.landing_domain)} on ${formatEst(order.created_at)} EST`,
    paid && `for ${paid}`,
    card && `with the card ${truncate(card)}`,
  ]
    .filter(Boolean)
    .join(' ')
}

function authorisedPurchase(file: CaseFile, cite: Cite): string {
  const { payment } = file.customer
  const answers = [
    helpfulAnswer('avs', payment.avs_result) && 'address check',
    helpfulAnswer('cvv', payment.cvv_result) && 'security code',
    helpfulAnswer('threeDSecure', payment.three_d_secure_result) && '3-D Secure',
  ].filter((answer) => answer !== null)
  const supported =
    answers.length > 0 ? `, supported by the card issuer’s checks (${joinWords(answers)})` : ''
  return sentence(`${purchase(file)}${supported}`, cite('transaction'))
}

function identitySentence(file: CaseFile, cite: Cite): Value {
  const matches = [...matching(paymentLinks(file)), ...matching(buyerLinks(file))]
  const phrases = [...new Set(matches.map(({ phrase }) => phrase))]
  const { isEligible, meetingCount } = file.priorTransactions
  const agreeing =
    phrases.length > 0 &&
    `the payer and the recipient of the document match in ${joinWords(phrases)} ${cite('identity')}`
  const earlier =
    isEligible &&
    `${meetingCount} earlier undisputed orders meet the criteria of Compelling Evidence 3.0 ${cite('earlier')}`
  const found = [agreeing, earlier].filter((part) => part !== false)
  return found.length > 0 ? sentence(`The records show that ${found.join(', and that ')}`) : null
}

function deliverySentence(file: CaseFile, cite: Cite): Value {
  const first = firstDocument(file)
  if (!first) return null
  const early = beforeTravel(first.created_at, file.order.travel_date)
  const { count, first: firstDownload } = downloadsOf(file)
  const times = count === 1 ? 'once,' : `${count} times, first`
  const downloaded = count > 0 ? `, and was downloaded ${times} on ${formatEst(firstDownload)} EST` : ''
  return sentence(
    `The approved document was available on ${formatEst(first.created_at)} EST${early ? `, ${early}` : ''}${downloaded}`,
    cite('delivered', 'document', 'downloads'),
  )
}

function refundSentence({ order, refund }: CaseFile, cite: Cite): Value {
  if (!order.refund_date) return null
  const amount = formatMoney(refund?.amount, refund?.currency)
  const reference = captured(refund?.reference)
  return sentence(
    `${amount ?? 'Money'} was refunded on ${formatEst(order.refund_date)} EST${reference ? `, reference ${truncate(reference)}` : ''}`,
    cite('refunds'),
  )
}

function termsSentence({ customer: { payment } }: CaseFile, cite: Cite): Value {
  const version = captured(payment.terms_version)
  const at = formatEstText(payment.terms_accepted_at)
  if (!version && !at) return null
  return sentence(
    'The customer accepted the terms',
    version && `in version ${truncate(version)}`,
    at && `on ${at} EST`,
    cite('terms', 'refundPolicy'),
  )
}

/** The answer to the claim in at most three sentences: only recorded facts that help. */
export const answerSentences = {
  1: (file, cite) => [
    authorisedPurchase(file, cite),
    identitySentence(file, cite),
    deliverySentence(file, cite),
  ],
  2: (file, cite) => [
    sentence(purchase(file), cite('ordered')),
    deliverySentence(file, cite),
    refundSentence(file, cite) ?? termsSentence(file, cite),
  ],
} as const satisfies Record<DefencePackType, (file: CaseFile, cite: Cite) => Value[]>

const evidenceNames = {
  card: 'card',
  account: 'account',
  email: 'e-mail address',
  ip: 'IP address',
  device: 'device',
} as const satisfies Record<EvidenceKind, string>

/** What was compared for Compelling Evidence 3.0 if its criteria are not met (product §13). */
function comparisonNote({ order, customer, priorTransactions }: CaseFile): Value {
  const compared = evidenceKinds
    .filter((kind) => evidenceValues[kind]({ ...order, payment: customer.payment }).some(captured))
    .map((kind) => evidenceNames[kind])
  if (priorTransactions.isEligible || compared.length === 0) return null
  const { from, to } = priorTransactions
  return `For Compelling Evidence 3.0, orders from ${formatEstDate(from)} to ${formatEstDate(to)} were compared by ${joinWords(compared)}.`
}

const completenessNote =
  'Everything in this pack is taken from the records of the order, and nothing was added. What was not captured is left out; everything that was captured is available on request.'

export const notesOf = {
  1: (file) => [comparisonNote(file), completenessNote],
  2: () => [completenessNote],
} as const satisfies Record<DefencePackType, (file: CaseFile) => Value[]>

export function caseFactsOf({ order, customer, disputedAt }: CaseFile): Fact[] {
  return capturedFacts([
    ['Order', String(order.order_id)],
    ['Merchant', captured(order.merchant_name)],
    ['Site', order.landing_domain],
    ['Transaction ID', captured(order.transaction_id)],
    ['Amount', formatMoney(order.amount, order.currency)],
    ['Card', cardOf(customer.payment)],
    ['Ordered', formatEst(order.created_at)],
    ['Paid', formatEstText(customer.payment.paid_at)],
    ['Buyer’s e-mail', captured(order.email)],
    ['Traveller', captured(order.full_name)],
    ['Nationality', captured(order.country_name)],
    ['Travel date', formatUsDate(order.travel_date)],
    ['Dispute recorded', formatEst(disputedAt)],
    ['Reason code of the dispute', captured(order.dispute_reason_code)],
  ])
}
