import { latinText } from '#contract/rules/latin-words.ts'
import { travellerName, travellersOf } from '#contract/rules/travellers.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { readPdfText } from '#server/platform/pdf/pdf-text.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { Work } from '#server/platform/work.ts'
import { identitiesOf, namedTravellers } from '#server/travellers/named-travellers.ts'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { orderIdsIn } from '#server/document-comparison/found-numbers.ts'

interface CheckedFile {
  name: string
  text: string
  /** The traveller's index; null for the whole order. */
  traveller: number | null
  /** The orders to which it is uploaded. */
  orderIds: readonly number[]
}

/** Empty for a file without text, such as a scan. */
export const readText = async (bytes: Buffer, contentType: string): Promise<string> =>
  (contentType === 'application/pdf' && (await readPdfText(bytes))) || ''

async function findOtherOrders(
  { tx }: Pick<Work, 'tx'>,
  { name, text, orderIds }: CheckedFile,
): Promise<string[]> {
  const others = orderIdsIn(`${name} ${text}`).filter((id) => !orderIds.includes(id))
  const open = await selectOpenOrderIds(tx, others)
  return open.map((id) => `The file contains the ID of order ${id}, which is still open.`)
}

/** Null if the file names this traveller or order, or cannot be compared. */
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
 * Warnings that a file may not be the document of this order or traveller (product §12): its name or text has the id
 * of another open order, its text names neither this order nor its travellers, or it names another traveller. Of a
 * file without text only the name is checked.
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

/** Sorted by id. */
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
