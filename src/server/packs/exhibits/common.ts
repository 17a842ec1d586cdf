import type { Exhibit } from '#contract/packs.ts'
import { receivedLabels, type Received } from '#contract/rules/downloads.ts'
import { arrivalGroups, departureGroups, type FieldKind } from '#contract/rules/order-fields.ts'
import { orderType } from '#contract/rules/order-type.ts'
import { normaliseCountry } from '#contract/rules/countries.ts'
import { cutField } from '#contract/rules/field-lengths.ts'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import { readTelephones } from '#contract/rules/telephone.ts'
import { maskNumber, maskedCard } from '#contract/rules/masking.ts'
import type { CaseFile } from '../case-file.ts'
import { helpfulAnswer } from './issuer-answers.ts'
import {
  captured,
  formatEst,
  formatEstText,
  facts,
  formatMoney,
  note,
  pluralize,
  table,
  formatUsDate,
  formatUsDateTime,
  type Value,
} from './format.ts'

/** An exhibit before it gets its letter. */
export type ExhibitDraft = Omit<Exhibit, 'letter' | 'sha256'>

/** `Visa ****4242`. */
export const cardOf = ({ card_brand: brand, card_last4: last4 }: Record<string, string>): Value =>
  captured([brand, last4 && maskedCard(last4)].filter(Boolean).join(' '))

export function transaction({ order, customer: { payment } }: CaseFile): ExhibitDraft {
  return {
    title: 'Transaction and authorisation',
    shows: 'The payment as the site captured it, with the answers of the card issuer.',
    blocks: [
      ...facts('', [
        ['Amount', formatMoney(order.amount, order.currency)],
        ['Transaction ID', captured(order.transaction_id)],
        ['Merchant', captured(order.merchant_name)],
        ['Paid', formatEstText(payment.paid_at)],
        ['Card', cardOf(payment)],
        ['Card fingerprint', captured(payment.card_fingerprint)],
        ['Address check (AVS)', helpfulAnswer('avs', payment.avs_result)],
        ['Security code (CVV)', helpfulAnswer('cvv', payment.cvv_result)],
        ['3-D Secure', helpfulAnswer('threeDSecure', payment.three_d_secure_result)],
        ['IP address', captured(payment.payment_ip)],
        ['Browser signature (user agent)', captured(payment.payment_user_agent)],
        ['Device ID', captured(payment.device_id)],
        ['Account ID', captured(payment.account_id)],
      ]),
    ],
  }
}

const receivedLabel = ({ received, bytes_sent }: CaseFile['downloads'][number]): string =>
  ({ whole: 'complete', part: `in part, ${bytes_sent} bytes`, asked: receivedLabels.asked })[received]

const whenLabel = ({ at, repeats }: CaseFile['downloads'][number]): Value =>
  repeats > 0 ? `${formatEst(at)}, and ${repeats} more on that day` : formatEst(at)

const ofKind = ({ downloads }: Pick<CaseFile, 'downloads'>, kind: Received) =>
  downloads.filter(({ received }) => received === kind)

/** Those of which bytes went. */
export const receivedDownloads = ({ downloads }: Pick<CaseFile, 'downloads'>) =>
  downloads.filter(({ received }) => received !== 'asked')

/** A download counts when it went whole. */
export function downloadsOf(file: CaseFile) {
  const whole = ofKind(file, 'whole')
  return {
    count: whole.reduce((count, { repeats }) => count + 1 + repeats, 0),
    first: whole[0]?.at ?? null,
    last: whole.at(-1)?.at ?? null,
    firstPart: ofKind(file, 'part')[0]?.at ?? null,
  }
}

export function downloadLog(file: CaseFile): ExhibitDraft {
  const { count } = downloadsOf(file)
  const parts = ofKind(file, 'part').length
  const asked = ofKind(file, 'asked').length
  const counts = [
    count > 0 && pluralize(count, 'download'),
    parts > 0 && `${parts} ${receivedLabels.part}`,
    asked > 0 && `${asked} ${receivedLabels.asked}`,
  ]
  return {
    title: 'Download log',
    shows: 'The downloads of the approved document by the customer, and what of each was received.',
    blocks: [
      note(`${counts.filter(Boolean).join('; ')}.`, true),
      note(
        'A download needs the order ID and the e-mail address of the order. IP address, browser and system are those of the request itself.',
      ),
      ...table(
        '',
        {
          'When (EST)': 19,
          Document: 20,
          'IP address': 17,
          'Time zone': 15,
          'Browser, system': 17,
          Received: 12,
        },
        // What was only asked for proves nothing by itself.
        (receivedDownloads(file).length > 0 ? file.downloads : []).map((download) => [
          whenLabel(download),
          download.name,
          captured(download.ip),
          captured(download.timezone),
          captured([download.browser, download.os].filter(Boolean).join(', ')),
          receivedLabel(download),
        ]),
      ),
    ],
  }
}

const fieldGroups = { arrival: arrivalGroups, departure: departureGroups } as const

/** An order without a traveller has empty fields of its type. */
const prefixOf = ({ prefix, landing_domain }: DeclaredCase['order']) =>
  prefix || (orderType(landing_domain) === 'Departure' ? 'departure' : 'arrival')

/** Part of the telephone number, or a repetition. */
const omittedFields = /_(phone_code|confirm_email)$/

const formatByKind: Partial<Record<FieldKind, (text: string) => Value>> = {
  country: (text) => normaliseCountry(text).name,
  date: formatUsDate,
  dateTime: formatUsDateTime,
  dateText: formatUsDate,
}

interface DeclaredCase {
  order: Pick<CaseFile['order'], 'prefix' | 'landing_domain'>
  customer: Pick<CaseFile['customer'], 'fields'>
}

export function declaredFacts({ order, customer: { fields } }: DeclaredCase): ExhibitDraft['blocks'] {
  const groups = fieldGroups[prefixOf(order)].slice(0, 2)
  const displayValue = (key: string, kind: FieldKind): Value => {
    const given = captured(fields[key])
    if (!given) return null
    const telephone = readTelephones({ ...fields, [key]: given }, readTelephoneNumber)[key]
    if (telephone?.countryCode) return `+${telephone.countryCode} ${maskNumber(telephone.national)}`
    const masked = maskField(key, given)
    if (masked !== given) return masked
    return formatByKind[kind]?.(given) ?? given
  }
  return groups.flatMap(({ title, fields: declared }) =>
    facts(
      title,
      declared
        .filter(({ key }) => !omittedFields.test(key))
        .map(({ key, label, kind }) => [label, displayValue(key, kind)]),
    ),
  )
}

export const familyTable = ({ customer: { familyMember } }: CaseFile): ExhibitDraft['blocks'] =>
  table(
    'Family members in the same declaration',
    { Name: 34, Passport: 22, Nationality: 24, Relationship: 20 },
    familyMember.map((member) => [
      captured(cutField('family_member_name', member.family_member_name)),
      captured(maskNumber(member.family_passport_number)),
      captured(member.family_nationality) && normaliseCountry(member.family_nationality).name,
      captured(member.family_relationship),
    ]),
  )

/** Masks all but the year. */
const maskDate = (day: string): string => day.replace(/^(\d{4})-\d{2}-\d{2}$/, '**-**-$1')

const numberFields = /_(passport_number|identity_number|visa_number|phone_number(_\d)?)$/
const dateFields = /_(dob|passport_expiry)$/

export const maskField = (key: string, value: string): string =>
  numberFields.test(key) ? maskNumber(value) : dateFields.test(key) ? maskDate(value) : value
