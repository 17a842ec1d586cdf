import type { DefencePackType } from '#contract/packs.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import { disclosureTexts } from '#server/sites/disclosure-texts.ts'
import type { CaseFile } from './case-file.ts'
import { claims } from './claims.ts'
import { deliveredDocument, deliveryExhibits, firstDocument } from './exhibits/delivery.ts'
import { fraudExhibits } from './exhibits/fraud.ts'
import { refundPolicyEvidence, termsEvidence } from './policies.ts'

export interface Check<Key extends string> {
  label: string
  exhibit: Key
  captured: (file: CaseFile) => boolean
  /** The advice if it is missing. */
  missing: string | ((file: CaseFile) => string)
  /** The advice if it is captured and its exhibit cannot show it, else ''. */
  cannotBeShown?: (file: CaseFile) => string
}

const sentBySite = 'The landing site has not sent it with the order.'
const neverInSettings = 'This version was never in the site’s settings.'
const paymentCheck = (fact: string) => ({
  captured: ({ customer: { payment } }: CaseFile) => Boolean(payment[fact]),
  missing: sentBySite,
})
const transactionHint = 'Record it with Enter Transaction Details.'
const downloadCheck = {
  label: 'Download by the customer',
  exhibit: 'downloads',
  captured: (file: CaseFile) => claims.downloaded(file) !== null,
  missing: (file: CaseFile) => {
    if (claims.downloadedInPart(file)) return 'Only a part of the document was received.'
    return file.downloads.length > 0
      ? 'The document was asked for, and not received.'
      : 'It is added when the customer downloads the document.'
  },
} as const

const fraudChecks: readonly Check<keyof typeof fraudExhibits>[] = [
  {
    label: 'Transaction ID',
    exhibit: 'transaction',
    captured: ({ order }) => Boolean(order.transaction_id),
    missing: transactionHint,
  },
  {
    label: 'Merchant',
    exhibit: 'transaction',
    captured: ({ order }) => Boolean(order.merchant_name),
    missing: transactionHint,
  },
  {
    label: 'Amount',
    exhibit: 'transaction',
    captured: ({ order }) => order.amount !== null,
    missing: sentBySite,
  },
  { label: 'Time of payment', exhibit: 'transaction', ...paymentCheck('paid_at') },
  { label: 'Card fingerprint', exhibit: 'transaction', ...paymentCheck('card_fingerprint') },
  { label: 'Address check (AVS)', exhibit: 'transaction', ...paymentCheck('avs_result') },
  { label: 'Security code (CVV)', exhibit: 'transaction', ...paymentCheck('cvv_result') },
  { label: '3-D Secure', exhibit: 'transaction', ...paymentCheck('three_d_secure_result') },
  { label: 'IP address of the payment', exhibit: 'identity', ...paymentCheck('payment_ip') },
  { label: 'Browser of the payment', exhibit: 'identity', ...paymentCheck('payment_user_agent') },
  { label: 'Device ID', exhibit: 'identity', ...paymentCheck('device_id') },
  { label: 'Account ID', exhibit: 'earlier', ...paymentCheck('account_id') },
  {
    label: 'Buyer and traveller linked',
    exhibit: 'identity',
    captured: (file) => claims.identity(file) !== null,
    missing: 'No detail matches on both sides.',
  },
  {
    label: 'Compelling Evidence 3.0',
    exhibit: 'earlier',
    captured: ({ priorTransactions }) => priorTransactions.isEligible,
    missing: ({ priorTransactions }) => priorTransactions.reason,
  },
  {
    label: 'Traveller’s name',
    exhibit: 'traveller',
    captured: ({ order }) => order.full_name !== '',
    missing: 'Correct the order: it has no name.',
  },
  { label: 'Version of the accepted terms', exhibit: 'terms', ...paymentCheck('terms_version') },
  { label: 'Time of acceptance', exhibit: 'terms', ...paymentCheck('terms_accepted_at') },
  downloadCheck,
  {
    label: 'Contact with the customer',
    exhibit: 'communications',
    captured: ({ remarks }) => remarks.some(({ whatsapp, telephone }) => whatsapp || telephone),
    missing: 'After contacting the customer, add a comment marked WhatsApp or Telephone.',
  },
]

function wasDeliveredInTime(file: CaseFile): boolean {
  const first = firstDocument(file)
  const { travel_date } = file.order
  return first !== undefined && travel_date !== null && jakartaToday(first.created_at) <= travel_date
}

/** A document that this server could not draw. */
const hasNoPicture = (document: CaseFile['documents'][number] | undefined): boolean =>
  document !== undefined && document.unchecked !== null && document.preview_file === null

const deliveryChecks: readonly Check<keyof typeof deliveryExhibits>[] = [
  {
    label: 'Travel date',
    exhibit: 'ordered',
    captured: ({ order }) => order.travel_date !== null,
    missing: 'Correct the order: it has no travel date.',
  },
  {
    label: 'Amount',
    exhibit: 'ordered',
    captured: ({ order }) => order.amount !== null,
    missing: sentBySite,
  },
  { label: 'Time of payment', exhibit: 'ordered', ...paymentCheck('paid_at') },
  { label: 'Version of the disclosure', exhibit: 'disclosure', ...paymentCheck('disclosure_version') },
  {
    label: 'Text of the disclosure',
    exhibit: 'disclosure',
    captured: ({ policies, customer }) => disclosureTexts(policies, customer.payment) !== null,
    missing: ({ customer: { payment } }) => (payment.disclosure_version ? neverInSettings : sentBySite),
  },
  { label: 'Disclosure shown', exhibit: 'disclosure', ...paymentCheck('disclosure_shown_at') },
  { label: 'Disclosure accepted', exhibit: 'disclosure', ...paymentCheck('disclosure_accepted_at') },
  { label: 'Name on the card statement', exhibit: 'disclosure', ...paymentCheck('statement_name') },
  {
    label: 'Document before the travel date',
    exhibit: 'delivered',
    captured: wasDeliveredInTime,
    missing: 'The document came later, or one of the two is missing.',
  },
  {
    label: 'Approved document',
    exhibit: 'document',
    captured: (file) => deliveredDocument(file) !== undefined,
    missing: 'Upload the approved document.',
    cannotBeShown: (file) =>
      hasNoPicture(deliveredDocument(file))
        ? 'Its first page cannot be drawn here. Send the file itself with the pack.'
        : '',
  },
  {
    label: 'Mail with the document',
    exhibit: 'mails',
    captured: (file) => claims.mailed(file) !== null,
    missing: ({ mails }) =>
      mails.some(({ state }) => state === 'kept')
        ? 'The mail was kept here, not sent: no mail provider was configured.'
        : 'It is added once a mail provider has accepted the mail.',
  },
  downloadCheck,
  {
    label: 'Remarks',
    exhibit: 'communications',
    captured: ({ remarks }) => remarks.length > 0,
    missing: 'Add a comment on what was agreed with the customer.',
  },
  { label: 'Version of the accepted terms', exhibit: 'terms', ...paymentCheck('terms_version') },
  { label: 'Time of acceptance', exhibit: 'terms', ...paymentCheck('terms_accepted_at') },
  {
    label: 'Text of the terms',
    exhibit: 'terms',
    captured: ({ policies, customer, transactedAt }) =>
      termsEvidence(policies, customer.payment.terms_version ?? '', transactedAt).text !== null,
    missing: neverInSettings,
  },
  {
    label: 'Text of the refund policy',
    exhibit: 'refundPolicy',
    captured: ({ policies, customer, transactedAt }) =>
      refundPolicyEvidence(policies, customer.payment.terms_version ?? '', transactedAt).text !== null,
    missing: 'The site’s settings had no version when the order was placed.',
  },
  {
    label: 'Refund with its reference',
    exhibit: 'refunds',
    captured: ({ refund }) => Boolean(refund?.reference),
    missing: 'If money was paid back, record it with Refunded it.',
  },
]

export const readinessChecks = { 1: fraudChecks, 2: deliveryChecks } as const satisfies Record<
  DefencePackType,
  readonly Check<string>[]
>
