import { wireInstant } from '#contract/rules/dates.ts'
import { insertOrders, type ArrivingOrder, type NewOrder } from '#server/orders/orders.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { waitForTurn } from '#server/platform/db/turn.ts'
import { storable } from '#server/platform/http/parse.ts'
import { backgroundCall, type IntakeActor, type Platform, type Work } from '#server/platform/work.ts'
import { keepRemarks, type NewRemark } from '#server/remarks/remarks.ts'
import { contentHash } from '../prepare-order.ts'
import { prepareOrders } from '../receive-order.ts'
import {
  importedBefore,
  insertFormerMember,
  membersNamed,
  rememberImported,
  takenIds,
  type KnownMember,
} from './import-file.queries.ts'
import { recordsOf, type FileRecord } from './read-records.ts'
import { readOrder, type History, type ReadOrder } from './imported-order.ts'

/** Orders in one transaction. */
const batchSize = 500

const importer: IntakeActor = { kind: 'intake', name: 'import' }

export interface Tally {
  imported: number
  /** Lines that an earlier run, or an earlier line, brought already. */
  known: number
  refused: number
}

export interface Reporting {
  /** A line that was refused, and why. */
  refused(line: number, reason: string): void
  /** After every batch. */
  progress(tally: Tally): void
}

/**
 * Brings in the orders of an NDJSON or CSV file (product §5, import), however large, in transactions of five hundred.
 * A second run finds what the first brought, by its order id or its content, and doubles nothing.
 */
export async function importFile(platform: Platform, path: string, reporting: Reporting): Promise<Tally> {
  const tally: Tally = { imported: 0, known: 0, refused: 0 }
  for await (const batch of batchesOf(recordsOf(path))) {
    const outcomes = await importOrders(platform, batch)
    for (const { line, outcome } of outcomes.sort((a, b) => a.line - b.line)) {
      if (typeof outcome === 'string') tally[outcome]++
      else {
        tally.refused++
        reporting.refused(line, outcome.reason)
      }
    }
    reporting.progress(tally)
  }
  return tally
}

async function* batchesOf(records: AsyncIterable<FileRecord>): AsyncGenerator<FileRecord[]> {
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

/** What the database says of data that it cannot hold: classes 22 and 23 of its error codes. */
const isAboutData = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

/** All of a batch at once; where the database refuses one of it, each alone, so that the others come in. */
async function importOrders(platform: Platform, batch: FileRecord[]): Promise<Outcome[]> {
  try {
    return await inTransaction(platform.db, (tx) => importBatch(workOf(platform, tx), batch))
  } catch (error) {
    if (!isAboutData(error)) throw error
    const [first, ...others] = batch
    if (first && others.length === 0) return [{ line: first.line, outcome: { reason: error.message } }]
    const outcomes: Outcome[] = []
    for (const record of batch) outcomes.push(...(await importOrders(platform, [record])))
    return outcomes
  }
}

const workOf = (platform: Platform, tx: Tx): Work<IntakeActor> => ({
  ...backgroundCall(platform, importer),
  tx,
})

async function importBatch(work: Work<IntakeActor>, batch: FileRecord[]): Promise<Outcome[]> {
  const { tx, now } = work
  // Two imports do not make the same former member or order twice.
  await waitForTurn(tx, 'import')
  const { wanted, refused } = read(batch, now)
  const { bringing, outcomes } = await decide(tx, wanted)
  const members = await memberBook(work, bringing)
  const prepared = await prepareOrders(
    work,
    bringing.map(({ order, history }) => ({ order, history, createdAt: history.createdAt })),
  )
  const arriving: ArrivingOrder[] = []
  const remarks: NewRemark[] = []
  for (const { row, history } of prepared) {
    arriving.push(await withHistory(row, history, members, now))
    remarks.push(...remarksOf(row.order_id, history, members))
  }
  await insertOrders(work, arriving)
  await keepRemarks(tx, remarks)
  await rememberImported(
    tx,
    bringing.map(({ key, hash }) => ({
      owner: importer.name,
      key,
      body_hash: hash,
      reply: '{}',
      created_at: now,
    })),
  )
  return [...refused, ...outcomes]
}

interface Wanted extends ReadOrder {
  line: number
  /** By which a repeat is found: the order's own id, or what the line says. */
  key: string
  hash: Buffer
}

function read(batch: FileRecord[], now: Date): { wanted: Wanted[]; refused: Outcome[] } {
  const wanted: Wanted[] = []
  const refused: Outcome[] = []
  for (const record of batch) {
    const { line } = record
    const read = 'reason' in record ? record : readOrder(storable(record.value), now)
    if ('reason' in read) refused.push({ line, outcome: { reason: read.reason } })
    else {
      const hash = contentHash(read.order)
      const key = read.order.order_id ? `order ${read.order.order_id}` : hash.toString('hex')
      wanted.push({ ...read, line, key, hash })
    }
  }
  return { wanted, refused }
}

/** Tells what is new from what earlier runs and earlier lines brought, and from ids that other orders have. */
async function decide(tx: Tx, wanted: Wanted[]): Promise<{ bringing: Wanted[]; outcomes: Outcome[] }> {
  const before = await importedBefore(
    tx,
    importer.name,
    wanted.map(({ key }) => key),
  )
  const known = new Map(before.map(({ key, body_hash }) => [key, body_hash]))
  const taken = new Set(
    await takenIds(
      tx,
      wanted.flatMap(({ order }) => order.order_id ?? []),
    ),
  )
  const outcomeOf = ({ order: { order_id }, key, hash }: Wanted): Outcome['outcome'] => {
    const earlier = known.get(key)
    if (earlier?.equals(hash)) return 'known'
    if (earlier) return { reason: `Order ${order_id} was imported with other content.` }
    if (order_id && taken.has(order_id)) return { reason: `Order id ${order_id} is taken.` }
    known.set(key, hash)
    return 'imported'
  }
  const decided = wanted.map((it) => ({ it, line: it.line, outcome: outcomeOf(it) }))
  return {
    bringing: decided.filter(({ outcome }) => outcome === 'imported').map(({ it }) => it),
    outcomes: decided.map(({ line, outcome }) => ({ line, outcome })),
  }
}

interface MemberBook {
  find(name: string): KnownMember | undefined
  /** The id of a member of this name, a former one made where there is none. */
  idOf(name: string): Promise<number>
}

async function memberBook({ tx, now }: Work<IntakeActor>, bringing: Wanted[]): Promise<MemberBook> {
  const names = bringing.flatMap(({ history: { assignTo, processedBy, remarks } }) => [
    assignTo,
    processedBy,
    ...remarks.map(({ name }) => name),
  ])
  const asked = [...new Set(names)].filter((name) => name !== '')
  const found = new Map<string, KnownMember>()
  const look = async () => {
    for (const member of await membersNamed(tx, asked)) found.set(member.asked, member)
  }
  await look()
  return {
    find: (name) => found.get(name),
    async idOf(name) {
      const member = found.get(name)
      if (member) return member.id
      const id = await insertFormerMember(tx, name, now)
      // Other spellings of the name are this member as well.
      await look()
      return id
    },
  }
}

/** A New order can only be on the desk of somebody who works here; otherwise it arrives unassigned. */
async function assigneeOf({ status, assignTo }: History, members: MemberBook): Promise<number | null> {
  if (assignTo === '') return null
  if (status !== 'New') return members.idOf(assignTo)
  const member = members.find(assignTo)
  return member?.active ? member.id : null
}

async function withHistory(
  order: NewOrder,
  history: History,
  members: MemberBook,
  now: Date,
): Promise<ArrivingOrder> {
  const { assignTo, processedBy } = history
  const assignee = await assigneeOf(history, members)
  return {
    order: {
      ...order,
      process_status: history.status,
      assignee_id: assignee,
      processing_date: history.processingDate,
      processed_by: processedBy === '' ? null : await members.idOf(processedBy),
      refund_date: history.refundDate,
    },
    details: {
      imported_at: wireInstant(now),
      ...(assignTo !== '' && assignee === null && { assign_to: assignTo }),
    },
  }
}

/** The name of an unknown member is kept as text (product §5, import). */
const remarksOf = (orderId: number, { remarks }: History, members: MemberBook): NewRemark[] =>
  remarks.map(({ name, ...remark }) => {
    const member = members.find(name)
    return {
      ...remark,
      order_id: orderId,
      member_id: member?.id ?? null,
      remark_name: member ? null : name,
    }
  })
