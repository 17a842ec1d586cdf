import { daysUntil, jakartaToday } from '#contract/rules/dates.ts'
import { goodsKeys, goodsLabels } from '#contract/rules/goods.ts'
import { arrivalFields, departureFields, labelForUnknownField } from '#contract/rules/order-fields.ts'
import { statusLabels, type Status } from '#contract/rules/statuses.ts'
import { travellerName, travellersOf } from '#contract/rules/travellers.ts'
import type { CaseFile } from '../case-file.ts'
import {
  cardOf,
  declaredFacts,
  downloadLog,
  downloadsOf,
  familyTable,
  receivedDownloads,
  type ExhibitDraft,
} from './common.ts'
import { arrivedMails, communications, documentMails, mailLabel, mailStateLabel } from './communications.ts'
import {
  captured,
  pluralize,
  declarationOf,
  formatEst,
  formatEstText,
  facts,
  formatMoney,
  note,
  table,
  formatUsDate,
  type Value,
} from './format.ts'
import { disclosure, refundPolicy, terms } from './sale-texts.ts'

const modeLabels = { standard: 'Standard', priority: 'Priority', future: 'Future' } as const

const labels = new Map([...arrivalFields, ...departureFields].map(({ key, label }) => [key, label]))
const fieldLabel = (key: string): string => labels.get(key) ?? labelForUnknownField(key)

/** A document of the whole order or its own traveller comes before those of the family. */
export function deliveredDocument({ documents }: CaseFile) {
  const valid = documents.filter(({ withdrawn_at }) => withdrawn_at === null)
  return valid.findLast(({ traveller }) => traveller === null || traveller === 0) ?? valid.at(-1)
}

/** ` for Siti Rahma` after a document; empty if it is the whole order's. */
function forTraveller({ customer: { fields, familyMember } }: CaseFile, index: number | null): string {
  const name = index === null ? null : travellerName(travellersOf({ ...fields, familyMember }), index)
  return name === null ? '' : ` for ${name}`
}

/** The first document that was not withdrawn shows when the service was delivered. */
export const firstDocument = ({ documents }: CaseFile) =>
  documents.find(({ withdrawn_at }) => withdrawn_at === null)

/** `2 days before the travel date`, in days of Indonesia; null without a travel date or after it. */
export function beforeTravel(at: Date | null | undefined, travelDate: string | null): Value {
  if (!at || !travelDate) return null
  const days = daysUntil(travelDate, jakartaToday(at))
  if (days < 0) return null
  return days === 0 ? 'on the travel date' : `${pluralize(days, 'day')} before the travel date`
}

function ordered(file: CaseFile): ExhibitDraft {
  const { order, customer } = file
  const lines = customer.importingGoods.flatMap(({ details }) => details).length
  return {
    title: 'What was ordered',
    shows:
      'The order as the customer placed it. Numbers of papers and telephones are masked to the last three characters, dates of birth and expiry to the year.',
    blocks: [
      ...facts('Order', [
        ['Service', `Preparation and submission of an electronic ${declarationOf(order.landing_domain)}`],
        ['Site', order.landing_domain],
        ['Placed', formatEst(order.created_at)],
        ['Paid', formatEstText(customer.payment.paid_at)],
        ['Amount', formatMoney(order.amount, order.currency)],
        ['Card', cardOf(customer.payment)],
        ['Processing', modeLabels[order.processing_mode]],
        ['Transport', captured(order.transport_type)],
        ['Travel date', formatUsDate(order.travel_date)],
      ]),
      ...declaredFacts(file),
      ...familyTable(file),
      ...customer.importingGoods.flatMap((declaration, at) =>
        table(
          customer.importingGoods.length > 1 ? `Customs answers, traveller ${at + 1}` : 'Customs answers',
          { Category: 80, Answer: 20 },
          goodsKeys
            .map((key): Value[] => [goodsLabels[key], captured(declaration[key])])
            .filter(([, answer]) => answer !== null),
        ),
      ),
      ...(lines > 0 ? [note(`Declared goods: ${pluralize(lines, 'line')}.`)] : []),
    ],
  }
}

/** The statuses that show work on the order. */
const workStatuses: ReadonlySet<Status> = new Set([
  'Awaiting',
  'AwaitingGovt',
  'Contact Customer',
  'Customer Called',
  'Completed',
])

function deliverySteps(file: CaseFile) {
  const { order, documents, moves, corrections, customer, refund } = file
  const paidAt = new Date(customer.payment.paid_at ?? '')
  return [
    { at: order.created_at, what: 'Order placed', by: 'Customer' },
    { at: paidAt, what: 'Order paid', by: 'Customer' },
    ...documents
      .filter(({ withdrawn_at }) => withdrawn_at === null)
      .map(({ created_at: at, name, by, traveller }) => ({
        at,
        what: `Document uploaded${forTraveller(file, traveller)}: ${name}`,
        by,
      })),
    ...corrections.map(({ at, fields, by }) => ({
      at,
      what: `Data corrected: ${fields.map(fieldLabel).join(', ')}`,
      by,
    })),
    ...(refund ? [{ at: refund.at, what: 'Refund recorded', by: refund.by }] : []),
    ...moves.flatMap(({ at, after, by }) =>
      after && workStatuses.has(after.process_status)
        ? [{ at, what: `Status: ${statusLabels[after.process_status].label}`, by }]
        : [],
    ),
    ...arrivedMails(file).flatMap((mail) =>
      mail.sent_at ? [{ at: mail.sent_at, what: `Mail sent: ${mailLabel(mail)}`, by: mail.recipient }] : [],
    ),
    ...receivedDownloads(file).map(({ at, name, received }) => ({
      at,
      what: `Document downloaded${received === 'part' ? ' in part' : ''}: ${name}`,
      by: 'Customer',
    })),
  ]
    .filter(({ at }) => !Number.isNaN(at.getTime()))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

function delivered(file: CaseFile): ExhibitDraft {
  const { travel_date: travelDate } = file.order
  const { count, first, firstPart } = downloadsOf(file)
  const describeTiming = (at: Date | null | undefined): Value =>
    captured([formatEst(at), beforeTravel(at, travelDate)].filter(Boolean).join(', '))
  return {
    title: 'What was delivered, and when',
    shows: 'The approved document against the travel date, and the steps of the order.',
    blocks: [
      ...facts('', [
        ['Travel date', formatUsDate(travelDate)],
        ['Document available', describeTiming(firstDocument(file)?.created_at)],
        ['Document mailed', describeTiming(documentMails(file)[0]?.sent_at)],
        ['First download', describeTiming(first)],
        ['First download, in part', count > 0 ? null : describeTiming(firstPart)],
        ['Downloads', count > 0 ? String(count) : null],
      ]),
      note('Days are counted in Indonesia (Asia/Jakarta), where the customs office takes the declaration.'),
      ...table(
        'Steps',
        { 'When (EST)': 20, 'What happened': 56, 'By, to': 24 },
        deliverySteps(file).map(({ at, what, by }) => [formatEst(at), what, captured(by)]),
      ),
    ],
  }
}

function approvedDocument(file: CaseFile): ExhibitDraft {
  const current = deliveredDocument(file)
  return {
    title: 'The approved document, first page',
    shows: `The document that ${downloadsOf(file).count > 0 ? 'the customer received' : 'was made available to the customer'}, scaled to this page, with the numbers that are masked elsewhere.`,
    blocks: current
      ? [
          {
            kind: 'document',
            file1: current.file1,
            name: current.name,
            content_type: current.content_type,
            size: current.size,
            sha256: current.sha256,
          },
        ]
      : [],
  }
}

const mailEvents = (file: CaseFile): ExhibitDraft => ({
  title: 'Mail events',
  shows: 'The mails of this order that the customer was sent.',
  blocks: table(
    '',
    { 'Written (EST)': 16, Mail: 17, To: 22, 'Sent (EST)': 16, State: 15, 'Provider, message ID': 20 },
    arrivedMails(file).map((mail) => [
      formatEst(mail.created_at),
      mailLabel(mail),
      mail.recipient,
      formatEst(mail.sent_at),
      mailStateLabel(mail),
      captured([mail.provider, mail.provider_message_id].filter(Boolean).join(': ')),
    ]),
  ),
})

const allCommunications = (file: CaseFile): ExhibitDraft => ({
  title: 'Communications and remarks',
  shows:
    'The mails that the customer was sent, what the customer asked on the order’s page with our answers, and the remarks on this order, oldest first. Card and passport numbers are masked.',
  blocks: communications(file, file.remarks),
})

function refunds({ order, refund, ...file }: CaseFile): ExhibitDraft {
  const mail = arrivedMails(file).findLast(({ kind }) => kind === 'refund')
  return {
    title: 'Refund',
    shows: 'What was paid back, and by which reference.',
    blocks: order.refund_date
      ? facts('', [
          ['Refunded', formatEst(order.refund_date)],
          ['Amount', formatMoney(refund?.amount, refund?.currency)],
          ['Reference', captured(refund?.reference)],
          ['Refund mail sent', formatEst(mail?.sent_at)],
        ])
      : [],
  }
}

/** Pack 2, "not received, not as described, misrepresented, refund not processed" (product §8), in the order of its exhibits. */
export const deliveryExhibits = {
  ordered,
  disclosure,
  delivered,
  document: approvedDocument,
  mails: mailEvents,
  downloads: downloadLog,
  communications: allCommunications,
  terms,
  refundPolicy,
  refunds,
} as const satisfies Record<string, (file: CaseFile) => ExhibitDraft>
