import type { UndoableAction } from '#contract/rules/order-events.ts'
import type { Work } from '#server/platform/work.ts'
import { changeOrders, selectStates, type StateChange } from './change-orders.queries.ts'
import { bulkResult, type BulkResult, type Skip } from './bulk-result.ts'
import { eventMetadata } from './events.ts'
import type { Guard } from './guards.queries.ts'
import { createUndoToken } from './undo.ts'

export type State = Awaited<ReturnType<typeof selectStates>>[number]
/** Why an order was skipped; null where it already has the requested state, which counts as success. */
export type ExplainSkip = (state: State) => Omit<Skip, 'orderId'> | null

export interface BulkChange {
  ids: number[]
  /** The event's action. */
  action: UndoableAction
  guard: Guard
  change: StateChange
  explainSkip: ExplainSkip
  /** What else happens in the same transaction, for those that were changed. */
  onChanged?: (changed: { orderId: number; eventId: number }[]) => Promise<void>
}

/** Changes the orders that fulfil the guard, explains why the others were skipped, and creates an undo token. */
export async function changeInBulk(
  work: Work,
  { ids, action, guard, change, explainSkip, onChanged }: BulkChange,
): Promise<BulkResult> {
  const changed = await changeOrders(work.tx, ids, guard, change, eventMetadata(work, action))
  const changedIds = new Set(changed.map((order) => order.orderId))
  const unchangedIds = ids.filter((id) => !changedIds.has(id))
  const states = unchangedIds.length > 0 ? await selectStates(work.tx, unchangedIds) : []

  const skips: Skip[] = []
  for (const orderId of unchangedIds) {
    const state = states.find((found) => found.order_id === orderId)
    const explanation = state ? explainSkip(state) : ({ kind: 'notFound', reason: 'does not exist' } as const)
    if (explanation) skips.push({ orderId, ...explanation })
    else changedIds.add(orderId)
  }
  const updated = ids.filter((id) => changedIds.has(id))
  const undo = await createUndoToken(
    work,
    changed.map((order) => order.eventId),
  )
  const result = bulkResult(updated, skips, undo)
  await onChanged?.(changed)
  return result
}
