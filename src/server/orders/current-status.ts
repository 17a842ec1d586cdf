import { statusLabels, type Status } from '#contract/rules/statuses.ts'
import * as contract from '#contract/orders.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import { implement, readOnce } from '#server/platform/http/implement.ts'
import { selectStates } from './change-orders.queries.ts'

interface HasStatus {
  order_id: number
  process_status: Status
}

/** `is Awaiting Customer`: continues a sentence that begins with the order's id. */
export const describeStatus = ({ process_status }: Pick<HasStatus, 'process_status'>) =>
  `is ${statusLabels[process_status].label}`

/** `is Completed now: Rizky Pratama changed it`: continues a sentence that begins with the order's id. */
export function describeChangedStatus(
  state: Pick<HasStatus, 'process_status'> & { last_by: string | null },
  { already = false } = {},
): string {
  const by = state.last_by ? `: ${state.last_by} changed it` : ''
  return `${describeStatus(state)} ${already ? 'already' : 'now'}${by}`
}

export async function explainStatus(tx: Tx, orderId: number): Promise<string> {
  const [state] = await selectStates(tx, [orderId])
  return state ? describeChangedStatus(state) : 'does not exist'
}

export function requireStatus(order: HasStatus, statuses: readonly Status[]): void {
  if (!statuses.includes(order.process_status))
    refuse('conflict', `Order ${order.order_id} ${describeStatus(order)}.`)
}

export const statusCalls = implement(contract, {
  /** Unknown ids are left out. */
  orderStates: readOnce(async ({ db }, { query }) => {
    const states = await selectStates(db, query.orderIds.split(',').map(Number))
    const data = states.map(({ order_id, process_status, assignee }) => ({
      order_id,
      process_status,
      assign_to: assignee,
    }))
    return { data }
  }),
})
