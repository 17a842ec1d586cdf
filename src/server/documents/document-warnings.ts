import { latinText } from '#contract/rules/latin-words.ts'
import { travellerName, travellersOf } from '#contract/rules/travellers.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { readPdfText } from '#server/platform/pdf/pdf-text.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { Work } from '#server/platform/work.ts'
import { identitiesOf, namedTravellers } from '#server/travellers/named-travellers.ts'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { orderIdsIn } from './found-numbers.ts'

/** A file, and what it is uploaded as. */
interface CheckedFile {
  name: string
  text: string
  /** Whose it is said to be; null for the whole order's. */
  traveller: number | null
  /** The orders that it is uploaded to. */
  orderIds: readonly number[]
}

/** The text of a file; empty of one without any, such as a scan. */
export const readText = async (bytes: Buffer, contentType: string): Promise<string> =>
  (contentType === 'application/pdf' && (await readPdfText(bytes))) || ''

/** The file has the ids of these other open orders. */
async function findOtherOrders(
  { tx }: Pick<Work, 'tx'>,
  { name, text, orderIds }: CheckedFile,
): Promise<string[]> {
  const others = orderIdsIn(`${name} ${text}`).filter((id) => !orderIds.includes(id))
  const open = await selectOpenOrderIds(tx, others)
  return open.map((id) => `The file contains the ID of order ${id}, which is still open.`)
}

/** What the names in a file have against a traveller, or against the order; null for nothing. */
function travellerWarning(
  { seal }: Pick<Work, 'seal'>,
  order: OrderRow,
  { text, traveller }: CheckedFile,
): string | null {
  if (latinText(text) === '') return null
  const customer = openCustomerData({ seal }, order)
  const identities = identitiesOf(customer)
  const named = namedTravellers(text, identities)
  const [first] = named
  if (traveller !== null && first !== undefined && !named.includes(traveller)) {
    const travellers = travellersOf({ ...customer.fields, familyMember: customer.familyMember })
    const [other, chosen] = [first, traveller].map((index) => travellerName(travellers, index))
    return `The file names ${other}, not ${chosen}.`
  }
  const isComparable = identities.some(({ name, passport }) => name !== '' || passport !== '')
  const isNamed = first !== undefined || orderIdsIn(text).includes(order.order_id)
  return isComparable && !isNamed ? 'The file does not name any traveller on this order.' : null
}

/**
 * Why a file may not be the document of this order, or of its traveller (product §12), as sentences: its name or text has the id of
 * another open order, its text names neither this order nor a traveller of it, or it names another traveller than it is said to be
 * of. A file without text, such as a scan, is judged by its name only.
 */
export async function findDocumentWarnings(
  work: Pick<Work, 'tx' | 'seal'>,
  order: OrderRow,
  file: CheckedFile,
): Promise<string[]> {
  const sentences = await findOtherOrders(work, file)
  const warning = travellerWarning(work, order, file)
  return warning === null ? sentences : [...sentences, warning]
}

/** Those of the ids that are orders whose document is still to come, in their order. */
async function selectOpenOrderIds(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('orders')
    .select('order_id')
    .where('order_id', 'in', [...ids])
    .where('process_status', 'in', [...statusesCompletedByUpload])
    .orderBy('order_id')
    .execute()
  return rows.map((row) => row.order_id)
}
