import { sql } from 'kysely'
import type { RefusedLine } from '#contract/imports.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { linkWaitingOf } from '#server/disputes/dispute-of-order.ts'
import { openImportedDisputes } from '#server/orders/order-dispute.ts'
import { insertOrders } from '#server/orders/orders.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { toStorable } from '#server/platform/storable.ts'
import type { IntakeActor, Work } from '#server/platform/work.ts'
import { insertPastRemarks } from '#server/remarks/remarks.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { contentHash } from '../prepare-order.ts'
import { prepareOrders } from '../receive-order.ts'
import { parseOrder, type ImportedHistory, type ParsedOrder } from './imported-order.ts'
import { parseRecord, type FileRecord } from './read-records.ts'

export const importer: IntakeActor = { kind: 'intake', name: 'import', domains: null }

interface BatchResult {
  imported: number
  /** Lines that an earlier run or an earlier line imported. */
  known: number
  refused: RefusedLine[]
}

interface OrderLine extends ParsedOrder {
  line: number
  /** Identifies a repeat: the order's id, or the hash of its content. */
  key: string
  hash: Buffer
}

type Outcome = 'imported' | 'known' | { reason: string }

/** `sha256`: of the file that the records are from. */
export async function importBatch(
  work: Work<IntakeActor>,
  sha256: Buffer,
  records: readonly FileRecord[],
): Promise<BatchResult> {
  // Serialises imports, so that two do not create the same former member or order.
  await lockByName(work.tx, 'import')
  const lines = records.map((record) => parseLine(record, work.now))
  const unreadable = lines.flatMap((line) => ('reason' in line ? line : []))
  const decided = await decide(
    work,
    lines.flatMap((line) => ('reason' in line ? [] : line)),
  )
  const accepted = decided.flatMap(({ line, outcome }) => (outcome === 'imported' ? line : []))
  const refused = decided.flatMap(({ line: { line }, outcome }) =>
    typeof outcome === 'string' ? [] : { line, reason: outcome.reason },
  )
  // Orders with an id come first, so that allocated ids skip theirs.
  for (const bringId of [true, false]) {
    const part = accepted.filter(({ order }) => Boolean(order.order_id) === bringId)
    if (part.length > 0) await insertImported(work, sha256, part)
  }
  return {
    imported: accepted.length,
    known: decided.length - accepted.length - refused.length,
    refused: [...unreadable, ...refused].sort((a, b) => a.line - b.line),
  }
}

function parseLine(record: FileRecord, now: Date): OrderLine | RefusedLine {
  const { line } = record
  const read = parseRecord(record)
  if ('reason' in read) return { line, reason: read.reason }
  const parsed = parseOrder(toStorable(read.value), now)
  if ('reason' in parsed) return { line, reason: parsed.reason }
  const hash = contentHash(parsed.order)
  const { order_id: orderId } = parsed.order
  return { ...parsed, line, key: orderId ? `order ${orderId}` : hash.toString('hex'), hash }
}

async function decide({ tx }: Work<IntakeActor>, lines: readonly OrderLine[]) {
  const keys = lines.map(({ key }) => key)
  const imported = await selectImportedKeys(tx, importer.name, keys)
  const known = new Map(imported.map(({ key, body_hash: hash }) => [key, hash]))
  const broughtIds = lines.flatMap(({ order }) => order.order_id ?? [])
  const existingIds = new Set(await selectExistingOrderIds(tx, broughtIds))
  const outcomeOf = ({ order: { order_id: orderId }, key, hash }: OrderLine): Outcome => {
    const importedHash = known.get(key)
    if (importedHash)
      return importedHash.equals(hash)
        ? 'known'
        : { reason: `Order ${orderId} was imported with other content.` }
    if (orderId && existingIds.has(orderId)) return { reason: `Order id ${orderId} is taken.` }
    known.set(key, hash)
    return 'imported'
  }
  return lines.map((line) => ({ line, outcome: outcomeOf(line) }))
}

/** A New order can be assigned to an active member only; otherwise it is imported unassigned. */
async function resolveAssignee(
  { status, assignTo }: ImportedHistory,
  members: MemberDirectory,
): Promise<number | null> {
  if (assignTo === '') return null
  if (status !== 'New') return members.findOrCreateId(assignTo)
  const member = members.find(assignTo)
  return member?.active ? member.id : null
}

async function insertImported(
  work: Work<IntakeActor>,
  sha256: Buffer,
  lines: readonly OrderLine[],
): Promise<void> {
  const { tx, now } = work
  const members = await loadMemberDirectory(
    tx,
    now,
    lines.flatMap(({ history: { assignTo, processedBy, remarks } }) => [
      assignTo,
      processedBy,
      ...remarks.map(({ name }) => name),
    ]),
  )
  const placed = lines.map((line) => ({ ...line, createdAt: line.history.createdAt }))
  const orders = []
  const remarks = []
  const files = []
  for (const { row, history, key } of await prepareOrders(work, placed)) {
    files.push({ order_id: row.order_id, sha256, key })
    const assignee = await resolveAssignee(history, members)
    const { status, processingDate, refundDate, processedBy, assignTo } = history
    orders.push({
      order: {
        ...row,
        process_status: status,
        processing_date: processingDate,
        refund_date: refundDate,
        assignee_id: assignee,
        processed_by: processedBy === '' ? null : await members.findOrCreateId(processedBy),
      },
      details: {
        imported_at: wireInstant(now),
        ...(assignee === null && assignTo !== '' && { assign_to: assignTo }),
      },
    })
    for (const { name, ...remark } of history.remarks) {
      const author = members.find(name)
      // The name of an unknown member is kept as text (product §5, import).
      remarks.push({
        ...remark,
        order_id: row.order_id,
        member_id: author?.id ?? null,
        remark_name: author ? null : name,
      })
    }
  }
  await insertOrders(work, orders)
  const rows = orders.map(({ order }) => order)
  await linkWaitingOf(work, rows)
  await openImportedDisputes(
    work,
    rows.map((row) => row.order_id),
  )
  await insertPastRemarks(work, remarks)
  await tx.insertInto('imported_orders').values(files).execute()
  await insertImportedKeys(
    tx,
    lines.map(({ key, hash }) => ({ owner: importer.name, key, body_hash: hash, created_at: now })),
  )
}

interface MemberDirectory {
  find(name: string): MatchedMember | undefined
  /** The id of the member of this name; creates a former member if there is none. */
  findOrCreateId(name: string): Promise<number>
}

async function loadMemberDirectory(tx: Tx, now: Date, names: readonly string[]): Promise<MemberDirectory> {
  const distinctNames = [...new Set(names)].filter((name) => name !== '')
  const found = new Map<string, MatchedMember>()
  const load = async () => {
    for (const member of await selectMembersByName(tx, distinctNames)) found.set(member.asked, member)
  }
  await load()
  return {
    find: (name) => found.get(name),
    async findOrCreateId(name) {
      const member = found.get(name)
      if (member) return member.id
      const id = await insertFormerMember(tx, name, now)
      // The same name in another case now matches this member.
      await load()
      return id
    },
  }
}

export const selectImportedKeys = (tx: Tx, owner: string, keys: string[]) =>
  tx
    .selectFrom('idempotency_keys')
    .select(['key', 'body_hash'])
    .where('owner', '=', owner)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .execute()

const insertImportedKeys = (
  tx: Tx,
  keys: { owner: string; key: string; body_hash: Buffer; created_at: Date }[],
) => tx.insertInto('idempotency_keys').values(keys).execute()

export async function selectExistingOrderIds(tx: Tx, ids: number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('order_id')
    .where('order_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return rows.map((row) => row.order_id)
}

interface MatchedMember {
  asked: string
  id: number
  active: boolean
}

/** The members of these names, ignoring case and outer blanks; an active one before a former one. */
export async function selectMembersByName(tx: Tx, names: string[]): Promise<MatchedMember[]> {
  const { rows } = await sql<MatchedMember>`
    select distinct on (asked.name) asked.name as asked, m.id, m.removed_at is null as active
    from unnest(${names}::text[]) as asked (name)
    join members m on lower(btrim(m.name)) = lower(btrim(asked.name))
    order by asked.name, m.removed_at nulls first, m.id
  `.execute(tx)
  return rows
}

/** A removed member, as the author of imported history: cannot sign in or be assigned orders. */
export async function insertFormerMember(tx: Tx, name: string, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('members')
    .values({ name, email: null, password_hash: null, role: 'Team', created_at: now, removed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
