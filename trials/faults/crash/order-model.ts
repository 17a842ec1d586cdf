import type { OrderDetails } from '#contract/order-details.ts'
import type { Status } from '#contract/rules/statuses.ts'

/** An order by its acknowledged writes, kept outside of the killed processes. */
export interface OrderModel {
  readonly orderId: number
  readonly status: Status
  readonly assignee: string | null
  readonly remarks: readonly string[]
  /** SHA-256 of the valid documents, oldest first. */
  readonly documents: readonly string[]
  readonly isRefunded: boolean
  readonly events: number
}

/** From an order view; a document is its `file1`. */
export interface ObservedOrder extends Omit<OrderModel, 'documents'> {
  readonly files: readonly string[]
}

export const observe = (order: OrderDetails): ObservedOrder => ({
  orderId: order.order_id,
  status: order.process_status,
  assignee: order.assign_to,
  remarks: order.remark.map(({ remark }) => remark).toSorted(),
  files: order.uploadDoc.map(({ file1 }) => file1).toReversed(),
  isRefunded: order.refund !== null,
  events: order.events.length,
})

export function differences(model: OrderModel, observed: ObservedOrder): string[] {
  const pairs: readonly (readonly [what: string, acknowledged: string, observed: string])[] = [
    ['status', model.status, observed.status],
    ['assignee', model.assignee ?? 'nobody', observed.assignee ?? 'nobody'],
    ['remarks', model.remarks.toSorted().join('|'), observed.remarks.join('|')],
    ['documents', String(model.documents.length), String(observed.files.length)],
    ['refund', String(model.isRefunded), String(observed.isRefunded)],
    ['events', String(model.events), String(observed.events)],
  ]
  return pairs
    .filter(([, acknowledged, seen]) => acknowledged !== seen)
    .map(([what, acknowledged, seen]) => `${what}: acknowledged ${acknowledged}, found ${seen}`)
}
