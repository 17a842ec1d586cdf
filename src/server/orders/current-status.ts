import { statusLabels, type Status } from '#contract/rules/statuses.ts'
import { refuse } from '#server/platform/refusal.ts'

interface HasStatus {
  order_id: number
  process_status: Status
}

/** `is Awaiting Customer`: reads on after the order's id. */
export const describeStatus = ({ process_status }: Pick<HasStatus, 'process_status'>) =>
  `is ${statusLabels[process_status].label}`

/** 409 for an order in any other status. */
export function requireStatus(order: HasStatus, statuses: readonly Status[]): void {
  if (!statuses.includes(order.process_status))
    refuse('conflict', `Order ${order.order_id} ${describeStatus(order)}.`)
}
