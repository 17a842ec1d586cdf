import type { CaseFile } from '../case-file.ts'
import { daysBetween, priorTransactionDays, meetsCriteria } from '../compelling-evidence.ts'
import { buyerLinks, matchLabel, paymentLinks, type IdentityLink } from './identity.ts'
import { termsEvidence } from '../policies.ts'
import {
  communications,
  declaredFacts,
  downloadLog,
  familyTable,
  transaction,
  type ExhibitDraft,
} from './common.ts'
import {
  captured,
  pluralize,
  formatEst,
  formatEstDate,
  formatEstText,
  facts,
  formatMoney,
  note,
  table,
} from './format.ts'

const linkTable = (title: string, sides: [one: string, other: string], links: readonly IdentityLink[]) =>
  table(
    title,
    { Element: 22, [sides[0]]: 32, [sides[1]]: 32, Result: 14 },
    links.map(({ what, one, other, isMatch }) => [what, one, other, matchLabel(isMatch)]),
    '',
  )

/** `3 of 4 elements that were captured on both sides match.` */
function matchSummary(links: readonly IdentityLink[]): string {
  const compared = links.filter(({ isMatch }) => isMatch !== null)
  if (compared.length === 0) return 'No element was captured on both sides, so nothing could be compared.'
  const matches = compared.filter(({ isMatch }) => isMatch).length
  return `${matches} of ${pluralize(compared.length, 'element')} captured on both sides ${matches === 1 ? 'matches' : 'match'}.`
}

function identity(file: CaseFile): ExhibitDraft {
  const links = [...paymentLinks(file), ...buyerLinks(file)]
  return {
    title: 'Link between buyer and traveller',
    shows: 'Who paid, compared with who received and downloaded the approved document.',
    blocks: [
      note(matchSummary(links), true),
      linkTable('Payment and downloads', ['At payment', 'At download'], paymentLinks(file)),
      linkTable('Buyer and traveller', ['Buyer', 'Traveller, mails'], buyerLinks(file)),
    ],
  }
}

function priorTransactions({
  order,
  priorTransactions: found,
  transactedAt,
  disputedAt,
}: CaseFile): ExhibitDraft {
  const { orders, count, isEligible, reason } = found
  const more = count - orders.length
  return {
    title: 'Earlier undisputed orders (Compelling Evidence 3.0)',
    shows: `Orders of the same card, account, e-mail, IP address or device, ${priorTransactionDays.min} to ${priorTransactionDays.max} days before this transaction, that were never charged back.`,
    blocks: [
      note(`${isEligible ? 'Criteria met.' : 'Criteria not met.'} ${reason}`, true),
      note(
        'Visa asks for two earlier undisputed orders of the same card that share two of customer login (account ID, or the e-mail address that opens an order), IP address and device with this order, one of them IP address or device.',
      ),
      facts('', [
        ['Transaction of this order', formatEst(transactedAt)],
        ['Earlier orders from', formatEstDate(found.from)],
        ['Earlier orders to', formatEstDate(found.to)],
        ['Dispute recorded', disputedAt ? formatEst(disputedAt) : null],
      ]),
      table(
        '',
        {
          Order: 12,
          Transaction: 14,
          [disputedAt ? 'Days before order, dispute' : 'Days before']: 12,
          Amount: 14,
          Card: 9,
          Account: 9,
          'E-mail': 9,
          IP: 9,
          Device: 9,
          Meets: 7,
        },
        orders.map((it) => [
          String(it.order_id),
          formatEstDate(it.transactedAt),
          [transactedAt, ...(disputedAt ? [disputedAt] : [])]
            .map((end) => daysBetween(it.transactedAt, end))
            .join(', '),
          formatMoney(it.amount, it.currency),
          ...(['card', 'account', 'email', 'ip', 'device'] as const).map((kind) =>
            matchLabel(it.match[kind]),
          ),
          meetsCriteria(it.match) ? 'Yes' : 'No',
        ]),
        `No earlier undisputed order was found beside order ${order.order_id}.`,
      ),
      ...(more > 0
        ? [note(`${pluralize(more, 'further order')} of this customer in the same time are not listed.`)]
        : []),
    ],
  }
}

function traveller(file: CaseFile): ExhibitDraft {
  return {
    title: 'Traveller',
    shows:
      'What was declared for the traveller. Numbers of papers and telephones are masked to the last three characters, dates of birth and expiry to the year.',
    blocks: [...declaredFacts(file), ...(file.customer.familyMember.length > 0 ? [familyTable(file)] : [])],
  }
}

function terms({ site, order, customer: { payment }, policies, transactedAt }: CaseFile): ExhibitDraft {
  const found = termsEvidence(policies, payment.terms_version ?? '', transactedAt)
  return {
    title: 'Terms accepted',
    shows: 'Which terms were accepted at checkout, and when.',
    blocks: [
      facts('', [
        ['Site', `${site.name} (${order.landing_domain})`],
        ['Version accepted', captured(payment.terms_version)],
        ['Accepted', formatEstText(payment.terms_accepted_at)],
        ['IP address of the payment', captured(payment.payment_ip)],
      ]),
      note(found.basis),
    ],
  }
}

function identityCommunications(file: CaseFile): ExhibitDraft {
  const direct = file.remarks.filter(({ whatsapp, telephone }) => whatsapp || telephone)
  const others = file.remarks.length - direct.length
  return {
    title: 'Communications that show identity',
    shows: 'Mails to the customer, and remarks on contacts by WhatsApp and telephone, oldest first.',
    blocks: [
      communications(file, direct, 'No mail and no contact was recorded.'),
      ...(others > 0
        ? [note(`${pluralize(others, 'other internal remark')} on this order are not part of this exhibit.`)]
        : []),
    ],
  }
}

/** Pack 1, "I did not authorise this" (product §8), in the order of its exhibits. */
export const fraudExhibits = {
  transaction,
  identity,
  earlier: priorTransactions,
  traveller,
  terms,
  downloads: downloadLog,
  communications: identityCommunications,
} as const satisfies Record<string, (file: CaseFile) => ExhibitDraft>
