import type { DefencePackType, Fact } from '#contract/packs.ts'
import { evidenceKinds, evidenceValues, type EvidenceKind } from '#server/orders/evidence-kinds.ts'
import type { CaseFile } from './case-file.ts'
import { claims, type ClaimKey } from './claims.ts'
import { cardOf } from './exhibits/common.ts'
import {
  truncate,
  captured,
  capturedFacts,
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

type Sentence = (file: CaseFile, cite: Cite) => Value

const state = (keys: readonly ClaimKey[], file: CaseFile) => keys.flatMap((key) => claims[key](file) ?? [])

/** One sentence of claims that stand without a break; null without the first one's evidence. */
const sentence =
  (first: ClaimKey, ...others: ClaimKey[]): Sentence =>
  (file, cite) => {
    const stated = state([first, ...others], file)
    if (!claims[first](file)) return null
    const exhibits = cite(...new Set(stated.flatMap((part) => part.exhibits)))
    return `${[stated.map(({ letter }) => letter).join(''), exhibits].filter(Boolean).join(' ')}.`
  }

const identitySentence: Sentence = (file, cite) => {
  const found = state(['identity', 'earlierOrders'], file).map(
    ({ letter, exhibits }) => `${letter} ${cite(...exhibits)}`,
  )
  return found.length > 0 ? `The records show that ${found.join(', and that ')}.` : null
}

const deliverySentence = sentence('available', 'downloaded', 'downloadedInPart')
const refundSentence = sentence('refunded')
const termsSentence = sentence('termsAccepted')
const disclosureSentence = sentence('disclosed')

/**
 * A refund policy is no answer to misrepresentation; the disclosure at the sale is (product §13). Visa 13.3 and 13.5 are
 * counted by one reason.
 */
const lastSentences = ({ dispute }: CaseFile): readonly Sentence[] =>
  dispute?.reason === 'not as described'
    ? [disclosureSentence, refundSentence, termsSentence]
    : [refundSentence, termsSentence, disclosureSentence]

const lastSentence: Sentence = (file, cite) =>
  lastSentences(file)
    .map((written) => written(file, cite))
    .find((text) => text !== null) ?? null

/** The answer to the claim in at most three sentences: only recorded facts that help. */
export const answerSentences = {
  1: [sentence('ordered', 'amount', 'card', 'checked'), identitySentence, deliverySentence],
  2: [sentence('ordered', 'amount', 'card'), deliverySentence, lastSentence],
} as const satisfies Record<DefencePackType, readonly Sentence[]>

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
