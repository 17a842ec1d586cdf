import { wireInstant } from '#contract/rules/dates.ts'
import { insertOrders, type OrderToInsert, type NewOrder } from '#server/orders/orders.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { toStorable } from '#server/platform/storable.ts'
import { backgroundCall, type IntakeActor, type Platform, type Work } from '#server/platform/work.ts'
import { importRemarks, type NewRemark } from '#server/remarks/remarks.ts'
import { contentHash } from '../prepare-order.ts'
import { prepareOrders } from '../receive-order.ts'
import {
  selectImportedKeys,
  insertFormerMember,
  selectMembersByName,
  insertImportedKeys,
  selectExistingOrderIds,
  type MatchedMember,
} from './import-file.queries.ts'
import { readRecords, type FileRecord } from './read-records.ts'
import { parseOrder, type ImportedHistory, type ParsedOrder } from './imported-order.ts'

/** Orders in one transaction. */
const batchSize = 500

const importer: IntakeActor = { kind: 'intake', name: 'import' }

export interface ImportCounts {
  imported: number
  /** Lines that an earlier run or an earlier line imported already. */
  known: number
  refused: number
}

export interface ImportReporter {
  /** A line that was refused, and why. */
  refused(line: number, reason: string): void
  /** After every batch. */
  progress(counts: ImportCounts): void
}

/**
 * Imports the orders of an NDJSON or CSV file of any size (product §5, import), in transactions of five hundred.
 * A second run recognises imported orders by their id or content and inserts nothing twice.
 */
export async function importFile(
  platform: Platform,
  path: string,
  reporter: ImportReporter,
): Promise<ImportCounts> {
  const counts: ImportCounts = { imported: 0, known: 0, refused: 0 }
  for await (const batch of inBatches(readRecords(path))) {
    const outcomes = await importOrders(platform, batch)
    for (const { line, outcome } of outcomes.sort((a, b) => a.line - b.line)) {
      if (typeof outcome === 'string') counts[outcome]++
      else {
        counts.refused++
        reporter.refused(line, outcome.reason)
      }
    }
    reporter.progress(counts)
  }
  return counts
}

async function* inBatches(records: AsyncIterable<FileRecord>): AsyncGenerator<FileRecord[]> {
  let batch: FileRecord[] = []
  for await (const record of records) {
    batch.push(record)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type Outcome = { line: number; outcome: 'imported' | 'known' | { reason: string } }

/** SQLSTATE class 22 (data exception) or 23 (integrity constraint violation). */
const isDataError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

/** Imports a batch at once; where the database refuses it, one by one, so that valid orders are imported. */
async function importOrders(platform: Platform, batch: FileRecord[]): Promise<Outcome[]> {
  try {
    return await inTransaction(platform.db, (tx) => importBatch(createWork(platform, tx), batch))
  } catch (error) {
    if (!isDataError(error)) throw error
    const [first, ...others] = batch
    if (first && others.length === 0) return [{ line: first.line, outcome: { reason: error.message } }]
    const outcomes: Outcome[] = []
    for (const record of batch) outcomes.push(...(await importOrders(platform, [record])))
    return outcomes
  }
}

const createWork = (platform: Platform, tx: Tx): Work<IntakeActor> => ({
  ...backgroundCall(platform, importer),
  tx,
})

async function importBatch(work: Work<IntakeActor>, batch: FileRecord[]): Promise<Outcome[]> {
  const { tx, now } = work
  // Two imports do not make the same former member or order twice.
  await lockByName(tx, 'import')
  const { candidates, refused } = parseBatch(batch, now)
  const { accepted, outcomes } = await selectNewOrders(tx, candidates)
  const members = await loadMemberDirectory(work, accepted)
  const prepared = await prepareOrders(
    work,
    accepted.map(({ order, history }) => ({ order, history, createdAt: history.createdAt })),
  )
  const orders: OrderToInsert[] = []
  const remarks: NewRemark[] = []
  for (const { row, history } of prepared) {
    orders.push(await applyHistory(row, history, members, now))
    remarks.push(...toRemarks(row.order_id, history, members))
  }
  await insertOrders(work, orders)
  await importRemarks(work, remarks)
  await insertImportedKeys(
    tx,
    accepted.map(({ key, hash }) => ({
      owner: importer.name,
      key,
      body_hash: hash,
      created_at: now,
    })),
  )
  return [...refused, ...outcomes]
}

interface ImportCandidate extends ParsedOrder {
  line: number
  /** Identifies a repeat: the order's id, or the hash of its content. */
  key: string
  hash: Buffer
}

function parseBatch(batch: FileRecord[], now: Date): { candidates: ImportCandidate[]; refused: Outcome[] } {
  const candidates: ImportCandidate[] = []
  const refused: Outcome[] = []
  for (const record of batch) {
    const { line } = record
    const parsed = 'reason' in record ? record : parseOrder(toStorable(record.value), now)
    if ('reason' in parsed) refused.push({ line, outcome: { reason: parsed.reason } })
    else {
      const hash = contentHash(parsed.order)
      const key = parsed.order.order_id ? `order ${parsed.order.order_id}` : hash.toString('hex')
      candidates.push({ ...parsed, line, key, hash })
    }
  }
  return { candidates, refused }
}

/** Separates new orders from those already imported and from those whose id is in use. */
async function selectNewOrders(
  tx: Tx,
  candidates: ImportCandidate[],
): Promise<{ accepted: ImportCandidate[]; outcomes: Outcome[] }> {
  const before = await selectImportedKeys(
    tx,
    importer.name,
    candidates.map(({ key }) => key),
  )
  const known = new Map(before.map(({ key, body_hash }) => [key, body_hash]))
  const existingIds = new Set(
    await selectExistingOrderIds(
      tx,
      candidates.flatMap(({ order }) => order.order_id ?? []),
    ),
  )
  const decideOutcome = ({ order: { order_id }, key, hash }: ImportCandidate): Outcome['outcome'] => {
    const importedHash = known.get(key)
    if (importedHash?.equals(hash)) return 'known'
    if (importedHash) return { reason: `Order ${order_id} was imported with other content.` }
    if (order_id && existingIds.has(order_id)) return { reason: `Order id ${order_id} is taken.` }
    known.set(key, hash)
    return 'imported'
  }
  const decided = candidates.map((it) => ({ it, line: it.line, outcome: decideOutcome(it) }))
  return {
    accepted: decided.filter(({ outcome }) => outcome === 'imported').map(({ it }) => it),
    outcomes: decided.map(({ line, outcome }) => ({ line, outcome })),
  }
}

interface MemberDirectory {
  find(name: string): MatchedMember | undefined
  /** The id of a member of this name, a former one made where there is none. */
  findOrCreateId(name: string): Promise<number>
}

async function loadMemberDirectory(
  { tx, now }: Work<IntakeActor>,
  accepted: ImportCandidate[],
): Promise<MemberDirectory> {
  const names = accepted.flatMap(({ history: { assignTo, processedBy, remarks } }) => [
    assignTo,
    processedBy,
    ...remarks.map(({ name }) => name),
  ])
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

async function applyHistory(
  order: NewOrder,
  history: ImportedHistory,
  members: MemberDirectory,
  now: Date,
): Promise<OrderToInsert> {
  const { assignTo, processedBy } = history
  const assignee = await resolveAssignee(history, members)
  return {
    order: {
      ...order,
      process_status: history.status,
      assignee_id: assignee,
      processing_date: history.processingDate,
      processed_by: processedBy === '' ? null : await members.findOrCreateId(processedBy),
      refund_date: history.refundDate,
    },
    details: {
      imported_at: wireInstant(now),
      ...(assignTo !== '' && assignee === null && { assign_to: assignTo }),
    },
  }
}

/** The name of an unknown member is kept as text (product §5, import). */
const toRemarks = (orderId: number, { remarks }: ImportedHistory, members: MemberDirectory): NewRemark[] =>
  remarks.map(({ name, ...remark }) => {
    const member = members.find(name)
    return {
      ...remark,
      order_id: orderId,
      member_id: member?.id ?? null,
      remark_name: member ? null : name,
    }
  })
