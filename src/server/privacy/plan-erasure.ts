import type { ErasurePlan } from '#contract/privacy.ts'
import { displayDate, wireInstant } from '#contract/rules/dates.ts'
import { statusesCompletedByUpload, statusLabels } from '#contract/rules/statuses.ts'
import * as contract from '#contract/privacy.ts'
import { jsonHash } from '#server/platform/json-hash.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, read } from '#server/platform/http/implement.ts'
import { selectHeldCounts, type HeldCounts } from './held-data.queries.ts'
import { findWithOrders } from './requests.ts'
import type { OrderOfRequest } from './requests.queries.ts'

const isErased = ({ erased_at }: Pick<OrderOfRequest, 'erased_at'>): boolean => erased_at !== null

type PlanRow = ErasurePlan['rows'][number]

const statusOf = (order: OrderOfRequest) => statusLabels[order.process_status].label

function whyWhole(order: OrderOfRequest): string {
  const travel = order.travel_date ? `, travel ${displayDate(order.travel_date)}` : ''
  const note = statusesCompletedByUpload.includes(order.process_status)
    ? '; it is moved to Deleted Orders'
    : ''
  return `${statusOf(order)}${travel}${note}`
}

function orderRow(order: OrderOfRequest): PlanRow {
  const what = `Order ${order.order_id}`
  if (isErased(order)) return { what, goes: '-', stays: '-', why: 'erased already' }
  if (!order.is_disputed) return { what, goes: 'all', stays: '-', why: whyWhole(order) }
  const until = order.disputed_until ? `, to be answered by ${displayDate(order.disputed_until)}` : ''
  return {
    what,
    goes: 'health, family, address, goods',
    stays: 'identity, payment, documents',
    why: `dispute open${until}`,
  }
}

const rowsAndFiles = ({ documents, message_files, ...held }: HeldCounts) => ({
  rows: held.mails + held.messages + held.remarks + held.downloads + held.requests,
  files: documents + message_files,
})

const sayRows = (counts: HeldCounts) => {
  const { rows, files } = rowsAndFiles(counts)
  return rows + files === 0 ? '-' : `${rows} rows, ${files} files`
}

const idsOf = (orders: readonly OrderOfRequest[]) => orders.map(({ order_id: orderId }) => orderId)

async function commonRows(
  work: Work,
  whole: readonly OrderOfRequest[],
  parts: readonly OrderOfRequest[],
): Promise<PlanRow[]> {
  const goes = await selectHeldCounts(work.tx, idsOf(whole))
  const stays = await selectHeldCounts(work.tx, idsOf(parts))
  const invoices = goes.invoices + stays.invoices
  const disputes = goes.disputes + stays.disputes
  const seen = goes.seen + stays.seen
  return [
    {
      what: 'Mails, remarks, downloads, files, previews',
      goes: sayRows(goes),
      stays: sayRows(stays),
      why: parts.length > 0 ? `belong to ${idsOf(parts).join(', ')}` : '-',
    },
    {
      what: 'Invoices',
      goes: goes.invoices > 0 ? 'name, address, card' : '-',
      stays: invoices > 0 ? `${invoices}: number, amount, date` : '-',
      why: 'kept for the tax office',
    },
    ...(disputes > 0
      ? [
          {
            what: 'Disputes, refunds by the gateway',
            goes: goes.disputes > 0 ? 'ids at the gateway' : '-',
            stays: `${disputes}: amount, dates, outcome`,
            why: 'counted in ratios',
          },
        ]
      : []),
    {
      what: 'Audit',
      goes: '-',
      stays: `${seen} ${seen === 1 ? 'entry' : 'entries'}`,
      why: 'names orders and members only',
    },
  ]
}

export const partitionOrders = (orders: readonly OrderOfRequest[]) => {
  const kept = orders.filter((order) => !isErased(order))
  return {
    whole: kept.filter((order) => !order.is_disputed),
    parts: kept.filter((order) => order.is_disputed),
  }
}

/** Hash of the shown plan; the confirmation erases only that. */
const planHash = (rows: readonly PlanRow[]) => jsonHash(rows).toString('hex')

export async function describeErasure(work: Work, orders: readonly OrderOfRequest[]): Promise<ErasurePlan> {
  const { whole, parts } = partitionOrders(orders)
  const rows = [...orders.map(orderRow), ...(await commonRows(work, whole, parts))]
  return {
    at: wireInstant(work.now),
    rows,
    whole: whole.length,
    parts: parts.length,
    later: parts.map(({ order_id, disputed_until }) => ({ order_id, due_on: disputed_until })),
    plan: planHash(rows),
  }
}

/** The dry run of a request's erasure: nothing is erased. 404 for an unknown request. */
export async function planErasure(work: Work, requestId: string): Promise<ErasurePlan> {
  const { orders } = await findWithOrders(work, requestId)
  return describeErasure(work, orders)
}

export const planErasureCalls = implement(contract, {
  planErasure: read(async (work, { params }) => ({ data: await planErasure(work, params.id) })),
})
