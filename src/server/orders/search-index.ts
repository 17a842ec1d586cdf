import { asName } from '#contract/rules/field-lengths.ts'
import { emailKey } from '#contract/rules/email.ts'
import { fold } from '#contract/rules/search-text.ts'
import { displayTelephone, telephoneDigits } from '#contract/rules/telephone.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { Seal } from '#server/platform/seal.ts'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import type { CustomerData } from './customer-data.ts'
import { passportHash } from './journey-keys.ts'

/** Orders of a lower one are indexed anew. */
export const searchVersion = 1

export const indexedColumns = [
  'order_id',
  'full_name',
  'email',
  'traveller_email',
  'phone_code',
  'phone_number',
  'nationality',
  'transaction_id',
] as const satisfies readonly (keyof OrderRow)[]

export type IndexedOrder = Pick<OrderRow, (typeof indexedColumns)[number]>

export type SearchIndex = Pick<
  OrderRow,
  'search_text' | 'telephone' | 'family_passport_hashes' | 'search_version'
>

// No search text has capitals of its own, so none matches a mark by chance.
const telephoneMark = 'P'
const travellerMark = 'T'

/** Matches the end of a telephone as read. */
export const telephoneEndingIn = (digits: string): string => `%${digits}${telephoneMark}%`

/** Of `line`: which traveller's it is, counted from 1, or null in lines of the order and its applicant. */
export const travellerOfLine = String.raw`^${travellerMark}(\d+):`

/** Lines of travellers beside the applicant, in a search text. */
export const travellerLines = String.raw`\n${travellerMark}[^\n]*`

const distinctLines = (lines: readonly string[]) =>
  [...new Set(lines)].filter((line) => line !== '').join('\n')

/** What a search finds an order by (product §5), one form of one value a line, so that no match spans two. */
export function searchIndex(
  order: IndexedOrder,
  { familyMember }: Pick<CustomerData, 'familyMember'>,
  seal: Pick<Seal, 'hash'>,
): SearchIndex {
  const { phone_code: code, phone_number: number } = order
  const dialled = displayTelephone(code, number)
  const read = readTelephoneNumber({ code, number, country: order.nationality })
  const values = [
    String(order.order_id),
    asName(order.full_name),
    ...[order.email, order.traveller_email].flatMap((email) => [email, emailKey(email)]),
    dialled,
    number,
    telephoneDigits(dialled),
    telephoneDigits(number),
    order.transaction_id ?? '',
  ]
  const telephones = [read.countryCode + read.national, ...read.others.map(telephoneDigits)]
  const names = familyMember.map((member) => fold(asName(member.family_member_name)))
  return {
    search_text: distinctLines([
      ...values.map(fold).filter((line) => !telephones.includes(line)),
      ...telephones.map((digits) => digits && digits + telephoneMark),
      ...names.map((name, index) => name && `${travellerMark}${index + 2}: ${name}`),
    ]),
    telephone: number.trim() ? read.shown : null,
    family_passport_hashes: familyMember.map((member) => passportHash(seal, member.family_passport_number)),
    search_version: searchVersion,
  }
}

/** Replaces the transaction in a search text; the first line, the order's id, stays. */
export function replaceTransaction(
  { search_text, transaction_id }: Pick<OrderRow, 'search_text' | 'transaction_id'>,
  transactionId: string,
): string {
  const [orderId = '', ...others] = search_text.split('\n')
  const previous = fold(transaction_id ?? '')
  return distinctLines([orderId, ...others.filter((line) => line !== previous), fold(transactionId)])
}
