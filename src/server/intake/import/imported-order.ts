import * as z from 'zod/mini'
import { importedOrder, type ImportedOrder } from '#contract/intake.ts'
import { isIsoInstant, jakartaToday, parseEstUs } from '#contract/rules/dates.ts'
import { refusalOf } from '#contract/rules/travel-dates.ts'
import { statuses, statusLabels, type Status } from '#contract/rules/statuses.ts'

const normalizeLabel = (word: string) => word.toLowerCase().replaceAll(/[\s_-]+/g, '')

/** Every label of a status: stored value, label on screens, label of the order view's buttons (spec §2, §3). */
const statusByLabel = new Map<string, Status>([
  ...statuses.flatMap((status) => [
    [normalizeLabel(status), status] as const,
    [normalizeLabel(statusLabels[status].label), status] as const,
  ]),
  ['awaitingresponse', 'Awaiting'],
  ['completedrefunds', 'Refunds'],
  ['completedorders', 'Completed'],
  ['delete', 'Deleted'],
])

const parseInstantOr = <T extends Date | null>(text: string, fallback: T): Date | T =>
  isIsoInstant(text) ? new Date(text) : fallback

type ImportedRemark = ImportedOrder['remark'][number]

const toRemark = (remark: ImportedRemark, orderAt: Date) => ({
  /** A remark without a date gets its order's. */
  at: remark.us_date ? parseEstUs(remark.us_date, remark.us_time || '00:00:00') : orderAt,
  name: remark.remark_name.trim(),
  remark: remark.remark,
  whatsapp: isYes(remark.whatsapp),
  telephone: isYes(remark.telephone),
  status_refund: isYes(remark.status_refund),
  voided: isYes(remark.voided),
  chargeback: isYes(remark.chargeback),
})
const isYes = (flag: string) => /^(y|yes|true|1)$/i.test(flag.trim())

export interface ImportedHistory {
  status: Status
  createdAt: Date
  processingDate: Date | null
  processedBy: string
  refundDate: Date | null
  assignTo: string
  remarks: ReturnType<typeof toRemark>[]
}

/** Throws a `RangeError` for an unknown status. */
function toHistory(order: ImportedOrder, now: Date): ImportedHistory {
  const status =
    order.process_status.trim() === '' ? 'New' : statusByLabel.get(normalizeLabel(order.process_status))
  if (!status) throw new RangeError(`process_status ${order.process_status} is not known.`)
  const createdAt = parseInstantOr(order.created_at, now)
  return {
    status,
    createdAt,
    processingDate: parseInstantOr(order.processing_date, null),
    processedBy: order.processed_by.trim(),
    refundDate: parseInstantOr(order.refund_date, null),
    assignTo: order.assign_to.trim(),
    remarks: order.remark.map((remark) => toRemark(remark, createdAt)),
  }
}

export type ParsedOrder = { order: ImportedOrder; history: ImportedHistory }

export function parseOrder(value: unknown, now: Date): ParsedOrder | { reason: string } {
  const parsed = z.safeParse(importedOrder, value)
  if (!parsed.success) {
    const values = typeof value === 'object' && value !== null ? value : {}
    const messages = parsed.error.issues.map((issue) => refusalOf(issue, values, jakartaToday(now)))
    return { reason: [...new Set(messages)].join(' ') }
  }
  try {
    return { order: parsed.data, history: toHistory(parsed.data, now) }
  } catch (error) {
    if (error instanceof RangeError) return { reason: error.message }
    throw error
  }
}
