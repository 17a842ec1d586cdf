import type { BulkTransaction } from '#server/platform/db/bulk-database.ts'
import { copyCells } from '#server/platform/db/copy-text.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { copiedColumns } from './copied-columns.ts'
import { importer } from './importer.ts'
import { selectExistingOrderIds, selectImportedKeys } from './import-file.queries.ts'
import { loadMemberDirectory, type MemberDirectory } from './import-members.ts'
import type { PreparedOrder, PreparedRecord, RefusedRecord } from './prepare-batch.ts'

type Outcome = 'imported' | 'known' | { reason: string }

/** What became of the records of a batch. */
export interface BatchResult {
  imported: number
  /** Lines that an earlier run or an earlier line imported already. */
  known: number
  /** In the order of their lines. */
  refused: RefusedRecord[]
  /** New ids that no order was inserted with. */
  unusedIds: number[]
}

const isOrder = (record: PreparedRecord): record is PreparedOrder => !('reason' in record)

interface Decision {
  order: PreparedOrder
  outcome: Outcome
}

/** Separates new orders from those already imported and from those whose id is in use. */
function decide(
  orders: readonly PreparedOrder[],
  importedKeys: readonly { key: string; body_hash: Buffer }[],
  existingIds: ReadonlySet<number>,
): Decision[] {
  const known = new Map(importedKeys.map(({ key, body_hash: hash }) => [key, hash.toString('hex')]))
  const outcomeOf = ({ key, hash, orderId, hasNewId }: PreparedOrder): Outcome => {
    const importedHash = known.get(key)
    if (importedHash === hash) return 'known'
    if (importedHash !== undefined) return { reason: `Order ${orderId} was imported with other content.` }
    if (!hasNewId && existingIds.has(orderId)) return { reason: `Order id ${orderId} is taken.` }
    known.set(key, hash)
    return 'imported'
  }
  return orders.map((order) => ({ order, outcome: outcomeOf(order) }))
}

/** A New order can be assigned to an active member only; otherwise it is imported unassigned. */
async function resolveAssignee(
  { status, assignTo }: PreparedOrder,
  members: MemberDirectory,
): Promise<number | null> {
  if (assignTo === '') return null
  if (status !== 'New') return members.findOrCreateId(assignTo)
  const member = members.find(assignTo)
  return member?.active ? member.id : null
}

/** The name of an unknown member is kept as text (product §5, import). */
function remarkRow({ name, cells }: PreparedOrder['remarks'][number], members: MemberDirectory): string {
  const member = members.find(name)
  return `${cells}\t${copyCells(member ? [member.id, null] : [null, name])}`
}

async function copyOrders(
  { tx, copy }: BulkTransaction,
  orders: readonly PreparedOrder[],
  now: Date,
): Promise<void> {
  const members = await loadMemberDirectory(
    tx,
    now,
    orders.flatMap(({ assignTo, processedBy, remarks }) => [
      assignTo,
      processedBy,
      ...remarks.map(({ name }) => name),
    ]),
  )
  const rows: Record<'orders' | 'events' | 'remarks', string[]> = { orders: [], events: [], remarks: [] }
  for (const order of orders) {
    const { assignTo, processedBy, event, eventIfUnassigned } = order
    const assignee = await resolveAssignee(order, members)
    const processor = processedBy === '' ? null : await members.findOrCreateId(processedBy)
    rows.orders.push(`${order.order}\t${copyCells([assignee, processor])}`)
    rows.events.push(assignTo !== '' && assignee === null ? eventIfUnassigned : event)
    rows.remarks.push(...order.remarks.map((remark) => remarkRow(remark, members)))
  }
  const keys = orders.map(({ key, hash }) => copyCells([importer.name, key, Buffer.from(hash, 'hex'), now]))
  await copy('orders', copiedColumns.orders, rows.orders)
  await copy('order_events', copiedColumns.events, rows.events)
  await copy(
    'order_evidence_keys',
    copiedColumns.evidenceKeys,
    orders.flatMap(({ evidenceKeys }) => evidenceKeys),
  )
  await copy('remarks', copiedColumns.remarks, rows.remarks)
  await copy('idempotency_keys', copiedColumns.idempotencyKeys, keys)
}

/**
 * Inserts the orders of a batch that are new. Where new ids have come to be taken since they were made, nothing is
 * inserted and the orders are answered that need others.
 */
export async function insertBatch(
  bulk: BulkTransaction,
  records: readonly PreparedRecord[],
  now: Date,
): Promise<BatchResult | { needNewIds: PreparedOrder[] }> {
  const { tx } = bulk
  // Two imports do not make the same former member or order twice.
  await lockByName(tx, 'import')
  const orders = records.filter(isOrder)
  const ids = orders.map(({ orderId }) => orderId)
  const existingIds = new Set(await selectExistingOrderIds(tx, ids))
  const keys = orders.map(({ key }) => key)
  const decisions = decide(orders, await selectImportedKeys(tx, importer.name, keys), existingIds)
  const accepted = decisions.filter(({ outcome }) => outcome === 'imported').map(({ order }) => order)

  const broughtIds = new Set(orders.filter(({ hasNewId }) => !hasNewId).map(({ orderId }) => orderId))
  const needNewIds = accepted.filter(
    ({ hasNewId, orderId }) => hasNewId && (existingIds.has(orderId) || broughtIds.has(orderId)),
  )
  if (needNewIds.length > 0) return { needNewIds }

  await copyOrders(bulk, accepted, now)
  const refused = decisions.flatMap(({ order: { line }, outcome }) =>
    typeof outcome === 'string' ? [] : [{ line, reason: outcome.reason }],
  )
  const known = decisions.filter(({ outcome }) => outcome === 'known')
  return {
    imported: accepted.length,
    known: known.length,
    refused: [...records.filter((record) => 'reason' in record), ...refused].sort((a, b) => a.line - b.line),
    unusedIds: known.filter(({ order }) => order.hasNewId).map(({ order }) => order.orderId),
  }
}
