import { contradictionText } from '#contract/rules/document-identifiers.ts'
import { uncheckedReasons } from '#contract/rules/document-faults.ts'
import { latinText } from '#contract/rules/latin-words.ts'
import { can } from '#contract/rules/roles.ts'
import { travellerName, travellersOf } from '#contract/rules/travellers.ts'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'
import { findCandidates } from '#server/document-comparison/candidates.ts'
import { compareWith } from '#server/document-comparison/comparable-order.ts'
import type { Comparison } from '#server/document-comparison/compare-document.ts'
import { orderIdsIn } from '#server/document-comparison/found-numbers.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { OpenedDocument } from '#server/platform/files/open-document.ts'
import type { JobActor, MemberActor, Work } from '#server/platform/work.ts'
import { identitiesOf, namedTravellers } from '#server/travellers/named-travellers.ts'

type Checking = Pick<Work<MemberActor | JobActor>, 'tx' | 'seal' | 'actor'>

/** A file before it becomes a document. */
export interface CheckedFile extends Pick<OpenedDocument, 'text' | 'qrText' | 'unchecked'> {
  name: string
  sha256: Buffer
  /** The traveller's index; null for the whole order. */
  traveller: number | null
  /** The orders to which it is uploaded. */
  orderIds: readonly number[]
}

export interface CheckResult {
  /** Sentences. */
  warnings: string[]
  /** What the file says beside what the order says. */
  values: Comparison['values']
  /** False for a file without text and code, whose bytes are of no other document. */
  compared: boolean
}

/** Another order of which a file may be, by its id for those who may see it. */
export const otherOrder = (
  { actor }: Pick<Checking, 'actor'>,
  { order_id, restricted_at }: OtherOrder,
): string =>
  restricted_at === null || (actor.kind === 'member' && can(actor.role, 'seeRestrictedOrders'))
    ? `order ${order_id}`
    : 'another order'

type OtherOrder = Pick<OrderRow, 'order_id' | 'restricted_at'>

/** A document in force with the same bytes, in this order or in one of another household. */
async function sameFileWarnings(
  work: Checking,
  order: OrderRow,
  { sha256, orderIds }: CheckedFile,
): Promise<string[]> {
  const same = await selectOrdersOfFile(work.tx, sha256, order.order_id)
  const own = same.some(({ order_id }) => order_id === order.order_id)
  const others = same.filter(({ order_id, of_household }) => !of_household && !orderIds.includes(order_id))
  return [
    ...(own ? ['The same file is a document of this order already.'] : []),
    ...new Set(others.map((other) => `The same file is a document of ${otherOrder(work, other)} already.`)),
  ]
}

/** Null if the file names this traveller or order, or cannot be compared. */
function travellerWarning(
  { seal }: Pick<Work, 'seal'>,
  order: OrderRow,
  { text, qrText, traveller }: CheckedFile,
): string | null {
  if (latinText(text) === '') return null
  const told = `${text}\n${qrText}`
  const customer = openCustomerData({ seal }, order)
  const identities = identitiesOf(customer)
  const named = namedTravellers(told, identities)
  const [first] = named
  if (traveller !== null && first !== undefined && !named.includes(traveller)) {
    const travellers = travellersOf({ ...customer.fields, familyMember: customer.familyMember })
    const [other, chosen] = [first, traveller].map((index) => travellerName(travellers, index))
    return `The file names ${other}, not ${chosen}.`
  }
  const isComparable = identities.some(({ spellings, passport }) => spellings.length > 0 || passport !== '')
  const isNamed = first !== undefined || orderIdsIn(told).includes(order.order_id)
  return isComparable && !isNamed ? 'The file does not name any traveller on this order.' : null
}

/** Orders of others that agree with a file of which this one says nothing, as a scan with a code. */
async function elsewhereWarnings(
  work: Checking,
  order: OrderRow,
  { name, text, qrText, orderIds }: CheckedFile,
): Promise<string[]> {
  const found = await findCandidates(work, { name, text, qrText, addressedTo: [] })
  const household = new Set(await selectHouseholdIds(work.tx, order.order_id))
  return found
    .filter(({ orderId }) => !orderIds.includes(orderId) && !household.has(orderId))
    .filter(({ comparison: { agrees } }) => agrees.length > 0)
    .map(
      ({ row, comparison: { agrees } }) =>
        `The file agrees with ${otherOrder(work, row)} (${agrees.join(', ')}).`,
    )
    .slice(0, 1)
}

/**
 * What speaks against a file as the document of this order or traveller (product §12): this server could not see it;
 * its bytes are another's document, or one of this order; its name or text has the id of another open order; a value
 * contradicts; its text names neither this order nor its travellers, or another traveller; its code is of another
 * order.
 */
export async function checkDocument(
  work: Checking,
  order: OrderRow,
  file: CheckedFile,
): Promise<CheckResult> {
  const { name, text, qrText, orderIds, unchecked } = file
  const told = `${name} ${text}`
  const mentioned = orderIdsIn(`${told} ${qrText}`)
  const existing = await selectMentioned(work.tx, mentioned)
  const open = existing.filter(
    ({ order_id: id, process_status: status }) =>
      !orderIds.includes(id) && orderIdsIn(told).includes(id) && statusesCompletedByUpload.includes(status),
  )
  const comparison = compareWith(
    work,
    { name, text, qrText, addressedTo: [] },
    order,
    existing.map(({ order_id }) => order_id),
  )
  const contradictions = comparison.contradicts.filter(({ identifier }) => identifier !== 'order id')
  const sameFile = await sameFileWarnings(work, order, file)
  const names = contradictions.some(({ identifier }) => identifier === 'name' || identifier === 'passport')
  const traveller = names ? null : travellerWarning(work, order, file)
  const found = [
    ...(unchecked ? [uncheckedReasons[unchecked]] : []),
    ...sameFile,
    ...open.map((other) => `The file contains the ID of ${otherOrder(work, other)}, which is still open.`),
    ...contradictions.map(contradictionText),
    ...(traveller === null ? [] : [traveller]),
  ]
  const isSilent = found.length === 0 && comparison.agrees.length === 0 && qrText !== ''
  const elsewhere = isSilent ? await elsewhereWarnings(work, order, file) : []
  return {
    warnings: [...found, ...elsewhere],
    values: comparison.values,
    compared: latinText(text) !== '' || qrText !== '' || sameFile.length > 0,
  }
}

/** Sorted by id. */
const selectMentioned = async (tx: Tx, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('orders')
        .select(['order_id', 'process_status', 'restricted_at'])
        .where('order_id', 'in', [...ids])
        .orderBy('order_id')
        .execute()

/** The orders with this file as a document in force, and whether each is of this order's household. */
const selectOrdersOfFile = (tx: Tx, sha256: Buffer, orderId: number) =>
  tx
    .selectFrom('documents as d')
    .innerJoin('orders as o', 'o.order_id', 'd.order_id')
    .innerJoin('orders as own', (join) => join.on('own.order_id', '=', orderId))
    .select(['o.order_id', 'o.restricted_at'])
    .select((eb) => eb('o.household_keys', '&&', eb.ref('own.household_keys')).as('of_household'))
    .where('d.sha256', '=', sha256)
    .where('d.withdrawn_at', 'is', null)
    .distinct()
    .orderBy('o.order_id')
    .limit(20)
    .execute()

async function selectHouseholdIds(tx: Tx, orderId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('orders as o')
    .innerJoin('orders as own', (join) => join.on('own.order_id', '=', orderId))
    .select('o.order_id')
    .whereRef('o.household_keys', '&&', 'own.household_keys')
    .execute()
  return rows.map(({ order_id }) => order_id)
}
