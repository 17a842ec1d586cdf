import type { Exhibit } from '#contract/packs.ts'
import { arrivalGroups, departureGroups, orderType } from '#contract/rules/order-fields.ts'
import { normaliseCountry } from '#contract/rules/countries.ts'
import { displayTelephone } from '#contract/rules/telephone.ts'
import type { CaseFile } from '../case-file.ts'
import { describeIssuerAnswer } from './identity.ts'
import { maskField, maskNumber, maskText, secretsOf } from '../masking.ts'
import {
  captured,
  formatEst,
  formatEstText,
  facts,
  formatMoney,
  note,
  table,
  formatUsDate,
  formatUsDateTime,
  type Value,
} from './format.ts'

/** An exhibit before it has its letter. */
export type ExhibitDraft = Omit<Exhibit, 'letter' | 'sha256'>

/** `Visa ending in 4242`. */
export const cardOf = ({ card_brand: brand, card_last4: last4 }: Record<string, string>): Value =>
  captured([brand, last4 && `ending in ${last4}`].filter(Boolean).join(' '))

export function transaction({ order, customer: { payment } }: CaseFile): ExhibitDraft {
  return {
    title: 'Transaction and authorisation',
    shows: 'The payment as the site captured it, with the answers of the card issuer.',
    blocks: [
      facts('', [
        ['Amount', formatMoney(order.amount, order.currency)],
        ['Transaction ID', captured(order.transaction_id)],
        ['Merchant', captured(order.merchant_name)],
        ['Paid', formatEstText(payment.paid_at)],
        ['Card', cardOf(payment)],
        ['Card fingerprint', captured(payment.card_fingerprint)],
        ['Address check (AVS)', describeIssuerAnswer('avs', payment.avs_result)],
        ['Security code (CVV)', describeIssuerAnswer('cvv', payment.cvv_result)],
        ['3-D Secure', describeIssuerAnswer('threeDSecure', payment.three_d_secure_result)],
        ['IP address', captured(payment.payment_ip)],
        ['Browser signature (user agent)', captured(payment.payment_user_agent)],
        ['Device ID', captured(payment.device_id)],
        ['Account ID', captured(payment.account_id)],
      ]),
    ],
  }
}

const receivedLabel = (download: CaseFile['downloads'][number]): Value => {
  if (download.completed) return 'complete'
  return download.bytes_sent ? `${download.bytes_sent} bytes` : null
}

export function downloadLog({ downloads }: CaseFile): ExhibitDraft {
  return {
    title: 'Download log',
    shows: 'Every download of the approved document by the customer.',
    blocks: [
      note(
        'A download needs the order ID and the e-mail address of the order. IP address, browser and system are those of the request itself.',
      ),
      table(
        '',
        {
          'When (EST)': 19,
          Document: 20,
          'IP address': 17,
          'Time zone': 15,
          'Browser, system': 17,
          Received: 12,
        },
        downloads.map((download) => [
          formatEst(download.at),
          download.name,
          captured(download.ip),
          captured(download.timezone),
          captured([download.browser, download.os].filter(Boolean).join(', ')),
          receivedLabel(download),
        ]),
        'No download was recorded.',
      ),
    ],
  }
}

const mailKindLabels: Record<string, string> = {
  approved: 'Approved document',
  reminder: 'Approved document',
  refund: 'Refund',
  invoice: 'Invoice',
}

export const mailLabel = ({ kind, is_resend }: CaseFile['mails'][number]): string =>
  `${mailKindLabels[kind] ?? kind}${is_resend ? ', sent again' : ''}`

/** A mail that led the customer to the document. */
export const isSentDocumentMail = ({ kind, sent_at }: CaseFile['mails'][number]): boolean =>
  (kind === 'approved' || kind === 'reminder') && sent_at !== null

/** What a state of a mail proves. */
export const mailStateLabels: Record<CaseFile['mails'][number]['state'], string> = {
  queued: 'waiting',
  sending: 'being sent',
  sent: 'accepted by the mail provider',
  delivered: 'delivered to the mailbox',
  bounced: 'returned by the mailbox',
  failed: 'not sent',
  unknown: 'not known',
  cancelled: 'cancelled before it was sent',
}

const remarkLabel = (remark: CaseFile['remarks'][number]): string =>
  [
    'Remark',
    remark.whatsapp && 'WhatsApp',
    remark.telephone && 'telephone',
    remark.status_refund && 'refund',
    remark.voided && 'voided',
    remark.chargeback && 'chargeback',
  ]
    .filter(Boolean)
    .join(', ')

/** Mails and remarks in the order in which they happened; card and passport numbers masked. */
export function communications(
  { customer, mails }: CaseFile,
  remarks: CaseFile['remarks'],
  empty: string,
): ExhibitDraft['blocks'][number] {
  const secrets = secretsOf(customer)
  const entries = [
    ...mails.map((mail) => ({
      at: mail.created_at,
      cells: [`Mail: ${mailLabel(mail)}`, mail.recipient, `${mail.subject} (${mailStateLabels[mail.state]})`],
    })),
    ...remarks.map((remark) => ({
      at: remark.at,
      cells: [remarkLabel(remark), captured(remark.by), maskText(remark.remark, secrets)],
    })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return table(
    '',
    { 'When (EST)': 17, What: 17, 'To, by': 20, Text: 46 },
    entries.map(({ at, cells }) => [formatEst(at), ...cells]),
    empty,
  )
}

const fieldGroups = { arrival: arrivalGroups, departure: departureGroups } as const

/** An order without a traveller has empty fields of its type. */
const prefixOf = ({ prefix, landing_domain }: CaseFile['order']) =>
  prefix || (orderType(landing_domain) === 'Departure' ? 'departure' : 'arrival')

/** Fields that every pack lists, also where they were not declared. */
const essentialFields = /_(full_name|passport_number|identity_number|nationality|dob|doa|departure_date)$/
/** Part of the telephone number, or a repetition. */
const omittedFields = /_(phone_code|confirm_email)$/

/** Traveller and journey as they were declared, numbers and birthday masked. */
export function declaredFacts({ order, customer: { fields } }: CaseFile): ExhibitDraft['blocks'] {
  const groups = fieldGroups[prefixOf(order)].slice(0, 2)
  const displayValue = (key: string, kind: string): Value => {
    const given = captured(fields[key])
    if (!given) return null
    if (key === 'arrival_phone_number') return displayTelephone(fields.arrival_phone_code, maskNumber(given))
    const masked = maskField(key, given)
    if (masked !== given) return masked
    return kind === 'country'
      ? normaliseCountry(given).name
      : kind === 'dateTime'
        ? formatUsDateTime(given)
        : kind === 'date'
          ? formatUsDate(given)
          : given
  }
  return groups.map(({ title, fields: declared }) =>
    facts(
      title,
      declared
        .filter(({ key }) => !omittedFields.test(key))
        .map(({ key, label, kind }) => ({ key, label, value: displayValue(key, kind) }))
        .filter(({ key, value }) => value !== null || essentialFields.test(key))
        .map(({ label, value }) => [label, value]),
    ),
  )
}

export function familyTable({ customer: { familyMember } }: CaseFile): ExhibitDraft['blocks'][number] {
  return table(
    'Family members in the same declaration',
    { Name: 34, Passport: 22, Nationality: 24, Relationship: 20 },
    familyMember.map((member) => [
      captured(member.family_member_name),
      captured(maskNumber(member.family_passport_number)),
      captured(member.family_nationality) && normaliseCountry(member.family_nationality).name,
      captured(member.family_relationship),
    ]),
    'No family member was declared.',
  )
}
