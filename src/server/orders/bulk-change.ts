import type { UndoableAction } from '#contract/rules/order-events.ts'
import type { Work } from '#server/platform/work.ts'
import { changeOrders, selectStates, type Changed, type StateChange } from './change-orders.queries.ts'
import { bulkResult, type BulkResult, type Skip } from './bulk-result.ts'
import { eventMetadata } from './events.ts'
import { explainClosed, guardOpen, unknownOrder } from './order-access.ts'
import type { Guard } from './guards.queries.ts'
import { createUndoToken } from './undo.ts'

export type State = Awaited<ReturnType<typeof selectStates>>[number]
/** Why an order was skipped; null if it already has the requested state, which counts as success. */
export type ExplainSkip = (state: State) => Omit<Skip, 'orderId'> | null

export interface OrderChange {
  action: UndoableAction
  guard: Guard
  change: StateChange
  explainSkip: ExplainSkip
  /** Further writes in the same transaction, for the changed orders. */
  onChanged?: (changed: readonly Changed[]) => Promise<void>
}

export interface BulkChange extends OrderChange {
  ids: number[]
}

export interface BulkOutcome {
  /** Orders that now have the requested state, in the order of the request. */
  updated: number[]
  skips: Skip[]
  eventIds: number[]
}

export async function changeEach(
  work: Work,
  { ids, action, guard, change, explainSkip, onChanged }: BulkChange,
): Promise<BulkOutcome> {
  const changed = await changeOrders(
    work.tx,
    ids,
    guardOpen(work.actor, guard),
    change,
    eventMetadata(work, action),
  )
  const changedIds = new Set(changed.map((order) => order.orderId))
  const unchangedIds = ids.filter((id) => !changedIds.has(id))
  const states = unchangedIds.length > 0 ? await selectStates(work.tx, unchangedIds) : []
  const stateOf = new Map(states.map((state) => [state.order_id, state]))

  const skips: Skip[] = []
  for (const orderId of unchangedIds) {
    const state = stateOf.get(orderId)
    const closed = state ? explainClosed(work.actor, state) : unknownOrder(orderId)
    const explanation = closed ?? (state && explainSkip(state))
    if (explanation) skips.push({ ...explanation, orderId })
    else changedIds.add(orderId)
  }
  await onChanged?.(changed)
  return {
    updated: ids.filter((id) => changedIds.has(id)),
    skips,
    eventIds: changed.map((order) => order.eventId),
  }
}

/** The reply to a bulk call, with one undo token for all changes; refuses if nothing was updated. */
export async function offerUndo(work: Work, { updated, skips, eventIds }: BulkOutcome): Promise<BulkResult> {
  return bulkResult(updated, skips, await createUndoToken(work, eventIds))
}

export const changeInBulk = async (work: Work, change: BulkChange): Promise<BulkResult> =>
  offerUndo(work, await changeEach(work, change))
