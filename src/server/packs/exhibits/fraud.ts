import type { CaseFile } from '../case-file.ts'
import { daysBetween, priorTransactionDays, meetsCriteria } from '../compelling-evidence.ts'
import { buyerLinks, matching, paymentLinks, type IdentityLink } from './identity.ts'
import { termsEvidence } from '../policies.ts'
import { declaredFacts, downloadLog, familyTable, transaction, type ExhibitDraft } from './common.ts'
import { communications } from './communications.ts'
import {
  captured,
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
    matching(links).map(({ what, one, other }) => [what, one, other, 'Match']),
  )

function identity(file: CaseFile): ExhibitDraft {
  const downloads = linkTable('Payment and downloads', ['At payment', 'At download'], paymentLinks(file))
  return {
    title: 'Link between buyer and traveller',
    shows:
      downloads.length > 0
        ? 'Where the payment agrees with who downloaded the approved document.'
        : 'Where the buyer agrees with the traveller and the mails.',
    blocks: [
      ...downloads,
      ...linkTable('Buyer and traveller', ['Buyer', 'Traveller, mails'], buyerLinks(file)),
    ],
  }
}

/** The table of prior transactions, if the criteria are met (product §13). */
function priorTransactions({ priorTransactions: found, transactedAt, disputedAt }: CaseFile): ExhibitDraft {
  const { orders, isEligible, reason } = found
  const grid = isEligible ? orders.filter(({ match }) => meetsCriteria(match)) : []
  return {
    title: 'Earlier undisputed orders (Compelling Evidence 3.0)',
    shows: `Orders of the same card, account, e-mail, IP address or device, ${priorTransactionDays.min} to ${priorTransactionDays.max} days before this transaction, that were never charged back.`,
    blocks: [
      note(`Criteria met. ${reason}`, true),
      note(
        'Visa asks for two earlier undisputed orders of the same card that share two of customer login (account ID, or the e-mail address that opens an order), IP address and device with this order, one of them IP address or device.',
      ),
      ...table(
        '',
        {
          Order: 12,
          Transaction: 14,
          [disputedAt ? 'Days before order, dispute' : 'Days before']: 14,
          Amount: 15,
          Card: 9,
          Account: 9,
          'E-mail': 9,
          IP: 9,
          Device: 9,
        },
        grid.map((it) => [
          String(it.order_id),
          formatEstDate(it.transactedAt),
          [transactedAt, ...(disputedAt ? [disputedAt] : [])]
            .map((end) => daysBetween(it.transactedAt, end))
            .join(', '),
          formatMoney(it.amount, it.currency),
          ...(['card', 'account', 'email', 'ip', 'device'] as const).map((kind) =>
            it.match[kind] ? 'Match' : null,
          ),
        ]),
      ),
      ...(grid.length > 0
        ? facts('', [
            ['Transaction of this order', formatEst(transactedAt)],
            ['Earlier orders from', formatEstDate(found.from)],
            ['Earlier orders to', formatEstDate(found.to)],
            ['Dispute recorded', formatEst(disputedAt)],
          ])
        : []),
    ],
  }
}

function traveller(file: CaseFile): ExhibitDraft {
  return {
    title: 'Traveller',
    shows:
      'What was declared for the traveller. Numbers of papers and telephones are masked to the last three characters, dates of birth and expiry to the year.',
    blocks: [...declaredFacts(file), ...familyTable(file)],
  }
}

function terms({ site, order, customer: { payment }, policies, transactedAt }: CaseFile): ExhibitDraft {
  const version = captured(payment.terms_version)
  const acceptedAt = formatEstText(payment.terms_accepted_at)
  return {
    title: 'Terms accepted',
    shows: 'Which terms were accepted at checkout, and when.',
    blocks:
      version || acceptedAt
        ? [
            ...facts('', [
              ['Site', `${site.name} (${order.landing_domain})`],
              ['Version accepted', version],
              ['Accepted', acceptedAt],
              ['IP address of the payment', captured(payment.payment_ip)],
            ]),
            note(termsEvidence(policies, payment.terms_version ?? '', transactedAt).basis),
          ]
        : [],
  }
}

const identityCommunications = (file: CaseFile): ExhibitDraft => ({
  title: 'Communications that show identity',
  shows: 'Mails to the customer, and remarks on contacts by WhatsApp and telephone, oldest first.',
  blocks: communications(
    file,
    file.remarks.filter(({ whatsapp, telephone }) => whatsapp || telephone),
  ),
})

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
