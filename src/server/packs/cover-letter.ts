import type { DefencePackType } from '#contract/packs.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import type { CaseFile } from './case-file.ts'
import { relativeToTravel, firstDocument } from './exhibits/delivery.ts'
import { paymentLinks } from './exhibits/identity.ts'
import { cardOf } from './exhibits/common.ts'
import {
  truncate,
  captured,
  pluralize,
  declarationOf,
  formatEst,
  formatEstText,
  formatMoney,
  formatUsDate,
  type Fact,
  type Value,
} from './exhibits/format.ts'

/** The name of the merchant in whose name the pack is submitted. */
export const merchantOf = ({ order, site }: Pick<CaseFile, 'order' | 'site'>): string =>
  truncate(captured(order.merchant_name) ?? site.name)

function purchaseParagraph({ order, customer: { payment } }: CaseFile): string {
  const paid = formatMoney(order.amount, order.currency)
  const at = formatEstText(payment.paid_at)
  return [
    `Order ${order.order_id} is an electronic ${declarationOf(order.landing_domain)}, bought on ${truncate(order.landing_domain)} on ${formatEst(order.created_at)} EST.`,
    paid && at
      ? `${paid} was paid on ${at} EST.`
      : paid
        ? `The amount is ${paid}.`
        : 'The amount was not captured.',
  ].join(' ')
}

function linkParagraph(file: CaseFile): string {
  const links = paymentLinks(file)
  const matches = links.filter(({ isMatch }) => isMatch).map(({ what }) => what)
  if (matches.length > 0)
    return `Payment and download of the document agree in: ${matches.join(', ')} (exhibit B).`
  return links.some(({ isMatch }) => isMatch === false)
    ? 'No element of the payment agrees with a download of the document; exhibit B shows both sides.'
    : 'Nothing was captured on both sides that would link the payment with a download (exhibit B).'
}

function authorisationParagraph({ customer: { payment } }: CaseFile): string | null {
  const answers = [
    payment.avs_result && 'address check',
    payment.cvv_result && 'security code',
    payment.three_d_secure_result && '3-D Secure',
  ].filter(Boolean)
  return answers.length > 0
    ? `The card issuer’s answers on ${answers.join(', ')} are in exhibit A.`
    : 'No answer of the card issuer (AVS, CVV, 3-D Secure) was captured.'
}

function deliveryParagraph(file: CaseFile): string {
  const first = firstDocument(file)
  if (!first) return 'No approved document is on record for this order.'
  const travel = relativeToTravel(first.created_at, file.order.travel_date)
  const times = file.downloads.length
  return [
    `The approved document was available on ${formatEst(first.created_at)} EST${travel ? `, ${travel}` : ''}.`,
    times > 0
      ? `It was downloaded ${pluralize(times, 'time')}, first on ${formatEst(file.downloads[0]?.at)} EST.`
      : 'No download of it was recorded.',
  ].join(' ')
}

function termsParagraph({ customer: { payment } }: CaseFile): string {
  const version = captured(payment.terms_version)
  const at = formatEstText(payment.terms_accepted_at)
  if (!version && !at) return 'The acceptance of the terms was not captured.'
  return `The customer accepted the terms${version ? ` in version ${truncate(version)}` : ''}${at ? ` on ${at} EST` : ''}.`
}

function refundParagraph({ order, refund }: CaseFile): string {
  if (!order.refund_date) return 'No refund was made on this order.'
  const amount = formatMoney(refund?.amount, refund?.currency)
  const reference = captured(refund?.reference)
  return `${amount ?? 'An amount that was not captured'} was refunded on ${formatEst(order.refund_date)} EST${reference ? `, reference ${reference}` : ', without a captured reference'}.`
}

const completenessStatement =
  'Everything in this pack is taken from the records of the order. What was not captured is marked so; nothing was added.'

/** Paragraphs of the cover letter: only what the records say. */
export const letterParagraphs = {
  1: (file) => [
    `This pack answers the claim “I did not authorise this” (fraud, Visa 10.4).`,
    purchaseParagraph(file),
    linkParagraph(file),
    `Compelling Evidence 3.0: ${file.priorTransactions.isEligible ? 'criteria met' : 'criteria not met'}. ${file.priorTransactions.reason} (exhibit C)`,
    authorisationParagraph(file),
    deliveryParagraph(file),
    termsParagraph(file),
    completenessStatement,
    `${merchantOf(file)} asks that this evidence be considered in the dispute.`,
  ],
  2: (file) => [
    `This pack answers the claims “not received”, “not as described” and “refund not processed” (Visa 13.1, 13.6, 13.7).`,
    purchaseParagraph(file),
    deliveryParagraph(file),
    termsParagraph(file),
    refundParagraph(file),
    completenessStatement,
    `${merchantOf(file)} asks that this evidence be considered in the dispute.`,
  ],
} as const satisfies Record<DefencePackType, (file: CaseFile) => (string | null)[]>

/** The key facts on the first page. */
export function caseFactsOf(file: CaseFile): Fact[] {
  const { order, customer, disputedAt } = file
  const rows: [string, Value][] = [
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
    ['Status of the order', statusLabels[order.process_status].label],
    ['Dispute recorded', formatEst(disputedAt)],
    ['Reason code of the dispute', captured(order.dispute_reason_code)],
    ['Answer due', formatUsDate(order.dispute_due_on)],
  ]
  return rows.map(([label, value]) => ({ label, value }))
}
