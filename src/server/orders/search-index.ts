import { sql } from 'kysely'
import { asName } from '#contract/rules/field-lengths.ts'
import { emailKey } from '#contract/rules/email.ts'
import { fold } from '#contract/rules/search-text.ts'
import { displayTelephone } from '#contract/rules/telephone.ts'
import { telephoneDigits } from '#contract/rules/telephone-reading.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { Seal } from '#server/platform/seal.ts'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import type { Platform } from '#server/platform/work.ts'
import { openCustomerData, type CustomerData } from './customer-data.ts'
import { passportHash } from './journey-keys.ts'

/** Orders of a lower one are indexed anew. */
const searchVersion = 1

const indexedColumns = [
  'order_id',
  'full_name',
  'email',
  'traveller_email',
  'phone_code',
  'phone_number',
  'nationality',
  'transaction_id',
] as const satisfies readonly (keyof OrderRow)[]

type IndexedOrder = Pick<OrderRow, (typeof indexedColumns)[number]>

type SearchIndex = Pick<OrderRow, 'search_text' | 'telephone' | 'family_passport_hashes' | 'search_version'>

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

/** Indexes some orders of a lower version anew, as intake does; false if none is left. */
export async function indexOrders(
  tx: Tx,
  { seal, log }: Pick<Platform, 'seal' | 'log'>,
  limit: number,
): Promise<boolean> {
  const orders = await tx
    .selectFrom('orders')
    .select([...indexedColumns, 'sealed'])
    // Literals match the partial index.
    .where(sql<boolean>`search_version < ${sql.lit(searchVersion)} and erased_at is null`)
    .orderBy('order_id')
    .limit(limit)
    .forUpdate()
    .execute()
  for (const { sealed, ...order } of orders) {
    const customer = openOrLog({ seal, log }, { order_id: order.order_id, sealed })
    await tx
      .updateTable('orders')
      .set(searchIndex(order, customer, seal))
      .where('order_id', '=', order.order_id)
      .execute()
  }
  return orders.length > 0
}

/** Data that do not open leave the applicant, whose columns are readable. */
function openOrLog(
  { seal, log }: Pick<Platform, 'seal' | 'log'>,
  order: { order_id: number; sealed: Buffer },
): Pick<CustomerData, 'familyMember'> {
  try {
    return openCustomerData({ seal }, order)
  } catch (error) {
    log.error({ err: error, orderId: order.order_id }, 'an order was indexed without its further travellers')
    return { familyMember: [] }
  }
}
