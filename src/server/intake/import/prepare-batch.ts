// Runs in a thread: what an import computes of its orders without the database.
import { wireInstant } from '#contract/rules/dates.ts'
import type { ScheduleRules } from '#server/config.ts'
import { createdEvent, createOrderRows } from '#server/orders/new-order-rows.ts'
import { sealFrom, type Seal, type SealKeys } from '#server/platform/seal.ts'
import { toStorable } from '#server/platform/storable.ts'
import { createRemarkRow } from '#server/remarks/remarks.ts'
import { contentHash, prepareOrder } from '../prepare-order.ts'
import { cellsOf } from './copied-columns.ts'
import { parseOrder, type ImportedHistory, type ParsedOrder } from './imported-order.ts'
import { importer } from './importer.ts'
import { parseRecord } from './parse-record.ts'
import type { FileRecord } from './read-records.ts'

export interface RefusedRecord {
  line: number
  reason: string
}

/** An order as cells of COPY, sealed; its members are still names. */
export interface PreparedOrder extends Pick<ImportedHistory, 'status' | 'assignTo' | 'processedBy'> {
  line: number
  /** Identifies a repeat: the order's id, or the hash of its content. */
  key: string
  /** Of its content, as hex. */
  hash: string
  orderId: number
  /** The id is one of those that were given along, not the file's. */
  hasNewId: boolean
  order: string
  event: string
  /** The event where nobody is assigned whom the file names. */
  eventIfUnassigned: string
  evidenceKeys: string[]
  remarks: { name: string; cells: string }[]
}

export type PreparedRecord = PreparedOrder | RefusedRecord

export interface BatchRequest {
  records: readonly FileRecord[]
  /** New ids, for orders that bring none. */
  orderIds: readonly number[]
  now: Date
  schedule: ScheduleRules
  keys: SealKeys
}

interface Context extends Pick<BatchRequest, 'now' | 'schedule'> {
  seal: Seal
}

function prepareParsed(
  line: number,
  { order, history }: ParsedOrder,
  nextId: () => number,
  { seal, now, schedule }: Context,
): PreparedOrder {
  const { status, createdAt, processingDate, refundDate, assignTo, processedBy, remarks } = history
  const orderId = order.order_id ?? nextId()
  const hash = contentHash(order).toString('hex')
  const row = {
    ...prepareOrder(order, { orderId, createdAt, schedule, seal }),
    process_status: status,
    processing_date: processingDate,
    refund_date: refundDate,
  }
  const context = { seal, actor: importer, now }
  const details = { imported_at: wireInstant(now) }
  const rows = createOrderRows(context, { order: row, details })
  // Whether somebody active has the name is known when the order is inserted.
  const unassigned =
    status === 'New' && assignTo !== ''
      ? createdEvent(context, { order: row, details: { ...details, assign_to: assignTo } })
      : rows.event
  return {
    line,
    key: order.order_id ? `order ${orderId}` : hash,
    hash,
    orderId,
    hasNewId: !order.order_id,
    status,
    assignTo,
    processedBy,
    order: cellsOf('orders', rows.order),
    event: cellsOf('events', rows.event),
    eventIfUnassigned: cellsOf('events', unassigned),
    evidenceKeys: rows.evidenceKeys.map((key) => cellsOf('evidenceKeys', key)),
    remarks: remarks.map(({ name, ...remark }) => ({
      name,
      cells: cellsOf(
        'remarks',
        createRemarkRow(seal, { ...remark, order_id: orderId, member_id: null, remark_name: null }),
      ),
    })),
  }
}

function prepareRecord(record: FileRecord, nextId: () => number, context: Context): PreparedRecord {
  const { line } = record
  const parsed = parseRecord(record)
  if ('reason' in parsed) return { line, reason: parsed.reason }
  const order = parseOrder(toStorable(parsed.value), context.now)
  return 'reason' in order ? { line, reason: order.reason } : prepareParsed(line, order, nextId, context)
}

let madeSeal: { key: string; seal: Seal } | undefined

/** Made once in a thread, since keys are derived for it. */
function sealOf(keys: SealKeys): Seal {
  const key = `${keys.dataKeys} ${Buffer.from(keys.hashKey).toString('hex')}`
  if (madeSeal?.key !== key) madeSeal = { key, seal: sealFrom(keys) }
  return madeSeal.seal
}

/** Parses, checks and seals records; the ids that no order needed come back. */
export async function prepareBatch({
  records,
  orderIds,
  now,
  schedule,
  keys,
}: BatchRequest): Promise<{ prepared: PreparedRecord[]; unusedIds: number[] }> {
  const unusedIds = [...orderIds]
  const nextId = () => {
    const id = unusedIds.pop()
    if (id === undefined) throw new Error('too few order ids were given')
    return id
  }
  const context = { seal: sealOf(keys), now, schedule }
  return { prepared: records.map((record) => prepareRecord(record, nextId, context)), unusedIds }
}
