import type { CaseFile } from './case-file.ts'
import { beforeTravel, firstDocument } from './exhibits/delivery.ts'
import { buyerLinks, matching, paymentLinks } from './exhibits/identity.ts'
import { cardOf, downloadsOf } from './exhibits/common.ts'
import { documentMails, requestSteps } from './exhibits/communications.ts'
import { helpfulAnswer } from './exhibits/issuer-answers.ts'
import {
  captured,
  declarationOf,
  formatEst,
  formatEstText,
  formatMoney,
  joinWords,
  truncate,
} from './exhibits/format.ts'

/** `at`: an instant, or a day `YYYY-MM-DD`, which sorts after the instants of that day. */
interface Entry {
  at: Date | string
  what: string
}

interface Stated {
  /** Its part of a sentence of the cover letter, '' for none. */
  letter: string
  /** Its entries of the time line. */
  entries: Entry[]
  /** Keys of the exhibits that show it; a pack has some of them. */
  exhibits: readonly string[]
}

interface Evidenced<Evidence> {
  /** What the case file has for it; without, it is claimed nowhere. */
  evidence: (file: CaseFile) => Evidence | null
  letter?: (evidence: Evidence, file: CaseFile) => string
  entries?: (evidence: Evidence, file: CaseFile) => Entry[]
  exhibits: readonly string[]
}

/** Null without its evidence. */
export type Claim = (file: CaseFile) => Stated | null

const claim =
  <Evidence>({ evidence, letter, entries, exhibits }: Evidenced<Evidence>): Claim =>
  (file) => {
    const found = evidence(file)
    if (found === null) return null
    return { letter: letter?.(found, file) ?? '', entries: entries?.(found, file) ?? [], exhibits }
  }

const instantOf = (text: string | undefined): Date | null => {
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? null : at
}

const filledOrNull = <T>(list: readonly T[]): readonly T[] | null => (list.length > 0 ? list : null)
const joinCaptured = (...texts: (string | null | undefined | false)[]) => texts.filter(Boolean).join(', ')

const checksOf = ({ customer: { payment } }: CaseFile) =>
  filledOrNull(
    [
      helpfulAnswer('avs', payment.avs_result) && 'address check',
      helpfulAnswer('cvv', payment.cvv_result) && 'security code',
      helpfulAnswer('threeDSecure', payment.three_d_secure_result) && '3-D Secure',
    ].filter((answer) => answer !== null),
  )

function acceptedTerms({ customer: { payment } }: CaseFile) {
  const version = captured(payment.terms_version)
  const at = formatEstText(payment.terms_accepted_at)
  return version || at ? { version: version && truncate(version), at } : null
}

/** Nothing is claimed where the site named no version (product §14). */
function disclosureAtSale({ customer: { payment } }: CaseFile) {
  const version = captured(payment.disclosure_version)
  if (!version) return null
  return {
    version: truncate(version),
    shown: formatEstText(payment.disclosure_shown_at),
    accepted: formatEstText(payment.disclosure_accepted_at),
  }
}

function wholeDownloads(file: CaseFile) {
  const { count, first, last } = downloadsOf(file)
  return first && last ? { count, first, last } : null
}

/** What a pack claims, by its evidence (product §8, §13), in the order of a case's events. */
export const claims = {
  ordered: claim({
    evidence: ({ order }) => order,
    letter: (order) =>
      `Order ${order.order_id}, an electronic ${declarationOf(order.landing_domain)}, was bought on ${truncate(order.landing_domain)} on ${formatEst(order.created_at)} EST`,
    entries: ({ created_at: at }) => [{ at, what: 'Order placed' }],
    exhibits: ['transaction', 'ordered'],
  }),
  amount: claim({
    evidence: ({ order }) => formatMoney(order.amount, order.currency),
    letter: (amount) => ` for ${amount}`,
    exhibits: ['transaction', 'ordered'],
  }),
  card: claim({
    evidence: ({ customer }) => cardOf(customer.payment),
    letter: (card) => ` with the card ${truncate(card)}`,
    exhibits: ['transaction', 'ordered'],
  }),
  checked: claim({
    evidence: checksOf,
    letter: (answers) => `, supported by the card issuer’s checks (${joinWords(answers)})`,
    exhibits: ['transaction'],
  }),
  paid: claim({
    evidence: ({ customer }) => instantOf(customer.payment.paid_at),
    entries: (at, { order, customer }) => [
      {
        at,
        what: joinCaptured('Order paid', formatMoney(order.amount, order.currency), cardOf(customer.payment)),
      },
    ],
    exhibits: ['transaction', 'ordered'],
  }),
  identity: claim({
    evidence: (file) => filledOrNull(matching([...paymentLinks(file), ...buyerLinks(file)])),
    letter: (links) =>
      `the payer and ${links[0]?.recipient} match in ${joinWords([...new Set(links.map(({ phrase }) => phrase))])}`,
    exhibits: ['identity'],
  }),
  earlierOrders: claim({
    evidence: ({ priorTransactions: found }) => (found.isEligible ? found.meetingCount : null),
    letter: (count) => `${count} earlier undisputed orders meet the criteria of Compelling Evidence 3.0`,
    exhibits: ['earlier'],
  }),
  disclosed: claim({
    evidence: disclosureAtSale,
    letter: ({ version, shown, accepted }) =>
      [
        `The disclosure in version ${version} was shown at the sale`,
        shown && `on ${shown} EST`,
        accepted && `and accepted by the customer on ${accepted} EST`,
      ]
        .filter(Boolean)
        .join(' '),
    entries: ({ version }, { customer: { payment } }) => {
      const shown = instantOf(payment.disclosure_shown_at)
      const accepted = instantOf(payment.disclosure_accepted_at)
      return [
        ...(shown ? [{ at: shown, what: `Disclosure shown, version ${version}` }] : []),
        ...(accepted ? [{ at: accepted, what: `Disclosure accepted, version ${version}` }] : []),
      ]
    },
    exhibits: ['disclosure'],
  }),
  termsAccepted: claim({
    evidence: acceptedTerms,
    letter: ({ version, at }) =>
      ['The customer accepted the terms', version && `in version ${version}`, at && `on ${at} EST`]
        .filter(Boolean)
        .join(' '),
    entries: ({ version }, { customer }) => {
      const at = instantOf(customer.payment.terms_accepted_at)
      return at ? [{ at, what: joinCaptured('Terms accepted', version && `version ${version}`) }] : []
    },
    exhibits: ['terms', 'refundPolicy'],
  }),
  available: claim({
    evidence: (file) => firstDocument(file) ?? null,
    letter: ({ created_at: at }, { order }) =>
      joinCaptured(
        `The approved document was available on ${formatEst(at)} EST`,
        beforeTravel(at, order.travel_date),
      ),
    entries: ({ created_at: at }, { order }) => [
      { at, what: joinCaptured('Approved document available', beforeTravel(at, order.travel_date)) },
    ],
    exhibits: ['delivered', 'document'],
  }),
  mailed: claim({
    evidence: (file) => documentMails(file)[0] ?? null,
    entries: ({ sent_at: at, recipient }) =>
      at ? [{ at, what: `Approved document mailed to ${recipient}` }] : [],
    exhibits: ['mails', 'communications'],
  }),
  delivered: claim({
    evidence: (file) => documentMails(file).find(({ delivered_at }) => delivered_at !== null) ?? null,
    entries: ({ delivered_at: at, recipient }) =>
      at ? [{ at, what: `Its mail delivered to the mailbox of ${recipient}` }] : [],
    exhibits: ['mails', 'communications'],
  }),
  downloaded: claim({
    evidence: wholeDownloads,
    letter: ({ count, first }) =>
      `, and was downloaded ${count === 1 ? 'once,' : `${count} times, first`} on ${formatEst(first)} EST`,
    entries: ({ count, first, last }) => [
      { at: first, what: count > 1 ? `First download of ${count}` : 'Download' },
      ...(count > 1 ? [{ at: last, what: `Last download of ${count}` }] : []),
    ],
    exhibits: ['downloads'],
  }),
  downloadedInPart: claim({
    evidence: (file) => (wholeDownloads(file) ? null : downloadsOf(file).firstPart),
    letter: (at) => `, and was downloaded in part on ${formatEst(at)} EST`,
    entries: (at) => [{ at, what: 'Download, received in part' }],
    exhibits: ['downloads'],
  }),
  asked: claim({
    evidence: (file) => filledOrNull(requestSteps(file)),
    entries: (steps) => steps.map(({ at, what }) => ({ at, what })),
    exhibits: ['communications'],
  }),
  // After a late document the day of travel does not help.
  inTime: claim({
    evidence: (file) =>
      beforeTravel(firstDocument(file)?.created_at, file.order.travel_date) && file.order.travel_date,
    entries: (at) => [{ at, what: 'Travel date' }],
    exhibits: ['ordered', 'traveller'],
  }),
  refunded: claim({
    evidence: ({ order: { refund_date: at }, refund }) =>
      at && {
        at,
        amount: formatMoney(refund?.amount, refund?.currency),
        reference: captured(refund?.reference) && truncate(refund?.reference ?? ''),
      },
    letter: ({ at, amount, reference }) =>
      joinCaptured(
        `${amount ?? 'Money'} was refunded on ${formatEst(at)} EST`,
        reference && `reference ${reference}`,
      ),
    entries: ({ at, amount, reference }) => [
      { at, what: joinCaptured('Refunded', amount, reference && `reference ${reference}`) },
    ],
    exhibits: ['refunds'],
  }),
  disputed: claim({
    evidence: ({ disputedAt }) => disputedAt,
    entries: (at) => [{ at, what: 'Dispute recorded' }],
    exhibits: ['earlier'],
  }),
} as const satisfies Record<string, Claim>

export type ClaimKey = keyof typeof claims
