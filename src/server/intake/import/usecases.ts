import type { ImportedOrder } from '#contract/intake.ts'
import { insertOrder } from '#server/orders/usecases.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { storable } from '#server/platform/http/parse.ts'
import type { IntakeActor, Platform, Work } from '#server/platform/work.ts'
import { nextOrderId } from '../queries.ts'
import { contentHash, prepareOrder } from '../rules.ts'
import {
  importedBefore,
  insertFormerMember,
  insertRemarks,
  membersNamed,
  rememberImported,
  takenIds,
  waitForOtherImports,
  type KnownMember,
} from './queries.ts'
import { recordsOf, type FileRecord } from './records.ts'
import { readOrder, type History, type ReadOrder } from './rules.ts'

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
    for (const { line, outcome } of await importOrders(platform, batch)) {
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
  ...platform,
  actor: importer,
  now: platform.clock(),
  ip: '',
  userAgent: '',
  tx,
})

interface Wanted extends ReadOrder {
  line: number
  /** By which a repeat is found: the order's own id, or what the line says. */
  key: string
  hash: Buffer
}

async function importBatch(work: Work<IntakeActor>, batch: FileRecord[]): Promise<Outcome[]> {
  const { tx, now } = work
  await waitForOtherImports(tx)
  const outcomes: Outcome[] = []
  const wanted: Wanted[] = []
  for (const record of batch) {
    const read = 'reason' in record ? record : readOrder(storable(record.value), now)
    if ('reason' in read) outcomes.push({ line: record.line, outcome: { reason: read.reason } })
    else wanted.push({ ...read, line: record.line, ...identityOf(read.order) })
  }

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
  const members = await memberBook(work, wanted)
  const brought: Wanted[] = []
  for (const it of wanted) {
    const { line, order, key, hash } = it
    const earlier = known.get(key)
    if (earlier?.equals(hash)) outcomes.push({ line, outcome: 'known' })
    else if (earlier)
      outcomes.push({ line, outcome: { reason: `Order ${order.order_id} was imported with other content.` } })
    else if (order.order_id && taken.has(order.order_id))
      outcomes.push({ line, outcome: { reason: `Order id ${order.order_id} is taken.` } })
    else {
      await bring(work, it, members)
      known.set(key, hash)
      brought.push(it)
      outcomes.push({ line, outcome: 'imported' })
    }
  }
  if (brought.length > 0)
    await rememberImported(
      tx,
      brought.map(({ key, hash }) => ({
        owner: importer.name,
        key,
        body_hash: hash,
        reply: '{}',
        created_at: now,
      })),
    )
  return outcomes
}

function identityOf(order: ImportedOrder): { key: string; hash: Buffer } {
  const hash = contentHash(order)
  return { key: order.order_id ? `order ${order.order_id}` : hash.toString('hex'), hash }
}

interface MemberBook {
  find(name: string): KnownMember | undefined
  /** The id of a member of this name, a former one made where there is none. */
  idOf(name: string): Promise<number>
}

async function memberBook({ tx, now }: Work<IntakeActor>, wanted: Wanted[]): Promise<MemberBook> {
  const names = wanted.flatMap(({ history: { assignTo, processedBy, remarks } }) => [
    assignTo,
    processedBy,
    ...remarks.map(({ name }) => name),
  ])
  const asked = [...new Set(names)].filter((name) => name !== '')
  const found = new Map((await membersNamed(tx, asked)).map((member) => [member.asked, member]))
  return {
    find: (name) => found.get(name),
    async idOf(name) {
      const member = found.get(name)
      if (member) return member.id
      const id = await insertFormerMember(tx, name, now)
      for (const made of await membersNamed(tx, asked)) found.set(made.asked, made)
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

async function bring(
  work: Work<IntakeActor>,
  { order, history }: Wanted,
  members: MemberBook,
): Promise<void> {
  const { tx, now, seal, config } = work
  const { createdAt, remarks } = history
  const orderId = order.order_id ?? (await nextOrderId(tx))
  const assignee = await assigneeOf(history, members)
  const prepared = prepareOrder(order, { orderId, createdAt, windowDays: config.futureWindowDays, seal })
  await insertOrder(
    { ...work, now: createdAt },
    {
      ...prepared,
      process_status: history.status,
      assignee_id: assignee,
      processing_date: history.processingDate,
      processed_by: history.processedBy === '' ? null : await members.idOf(history.processedBy),
      refund_date: history.refundDate,
    },
    {
      imported_at: now.toISOString(),
      ...(history.assignTo !== '' && assignee === null && { assign_to: history.assignTo }),
    },
  )
  if (remarks.length > 0)
    await insertRemarks(
      tx,
      remarks.map(({ name, ...remark }) => {
        const member = members.find(name)
        return {
          ...remark,
          order_id: orderId,
          member_id: member?.id ?? null,
          remark_name: member ? null : name,
        }
      }),
    )
}
