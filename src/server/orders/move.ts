import { can } from '#contract/rules/roles.ts'
import { statusWords, type MoveTarget, type Status } from '#contract/rules/statuses.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { viewOf } from './counts.ts'
import { changeOrders, selectStates, type StateChange } from './orders.queries.ts'
import { offerUndo } from './undo.ts'
import { changeTo, stampOf } from './orders.ts'
import { bulkResult, type BulkResult, type Skip } from './bulk-result.ts'
import {
  activeMemberNamed,
  canBeClaimed,
  canBeDeleted,
  canBeMoved,
  canBeReleased,
  type Guard,
} from './guards.queries.ts'

export type State = Awaited<ReturnType<typeof selectStates>>[number]
/** Why an order was left as it is; null where that is a success all the same. */
export type WhyNot = (state: State) => Omit<Skip, 'orderId'> | null

const isNow = (state: State) => `is ${statusWords[state.process_status].label}`
const withWhom = (state: State): string => `is with ${state.assignee}`

export interface BulkChange {
  ids: number[]
  /** The event's action. */
  action: string
  guard: Guard
  change: StateChange
  whyNot: WhyNot
  /** What else happens in the same transaction, for those that were changed. */
  afterwards?: (changed: { orderId: number; eventId: number }[]) => Promise<void>
}

/** Changes what the guard lets through, says of each of the others why not, and offers undo for the first. */
export async function changeInBulk(
  work: Work,
  { ids, action, guard, change, whyNot, afterwards }: BulkChange,
): Promise<BulkResult> {
  const changed = await changeOrders(work.tx, ids, guard, change, stampOf(work, action))
  const done = new Set(changed.map((order) => order.orderId))
  const others = ids.filter((id) => !done.has(id))
  const states = others.length > 0 ? await selectStates(work.tx, others) : []

  const skips: Skip[] = []
  for (const orderId of others) {
    const state = states.find((found) => found.order_id === orderId)
    const why = state ? whyNot(state) : ({ kind: 'notFound', reason: 'does not exist' } as const)
    if (why) skips.push({ orderId, ...why })
    else done.add(orderId)
  }
  const updated = ids.filter((id) => done.has(id))
  const undo = await offerUndo(
    work,
    changed.map((order) => order.eventId),
  )
  const result = bulkResult(updated, skips, undo)
  await afterwards?.(changed)
  return result
}

/** The member whom `assignto` names: oneself, or for an Admin or Manager any active member. */
async function assigneeOf(work: Work, name: string) {
  const isOwn = name.trim().toLowerCase() === work.actor.name.trim().toLowerCase()
  if (!isOwn && !can(work.actor.role, 'assignToOthers'))
    return refuse('forbidden', 'You can assign orders to yourself only.')
  const member = await activeMemberNamed(work.tx, name)
  return member ?? refuse('notFound', 'There is no member of this name.')
}

/**
 * Claims unassigned New orders: of two simultaneous claims the second changes no row. `takeOver` lets an Admin or
 * Manager take an order that somebody has (product §3).
 */
async function claim(work: Work, ids: number[], name: string, takeOver: boolean): Promise<BulkResult> {
  const assignee = await assigneeOf(work, name)
  if (takeOver && !can(work.actor.role, 'assignToOthers'))
    return refuse('forbidden', 'Only an Admin or a Manager can take an order over.')
  return changeInBulk(work, {
    ids,
    action: 'assigned',
    guard: canBeClaimed(assignee.id, takeOver),
    change: { assignee_id: assignee.id, assigned_at: work.now },
    whyNot: (state) => {
      if (state.process_status !== 'New') return { kind: 'conflict', reason: isNow(state) }
      return state.assignee_id === assignee.id ? null : { kind: 'conflict', reason: withWhom(state) }
    },
  })
}

/** Move to Original Folder: one's own orders, an Admin or Manager anyone's; the order returns to its queue. */
async function giveBack(work: Work, ids: number[]): Promise<BulkResult> {
  const owner = can(work.actor.role, 'assignToOthers') ? null : work.actor.id
  return changeInBulk(work, {
    ids,
    action: 'released',
    guard: canBeReleased(owner),
    change: { assignee_id: null, assigned_at: null },
    whyNot: (state) => {
      if (state.process_status !== 'New') return { kind: 'conflict', reason: isNow(state) }
      if (state.assignee_id === null) return { kind: 'conflict', reason: 'is with nobody' }
      return { kind: 'forbidden', reason: withWhom(state) }
    },
  })
}

export const assignOrders = (
  work: Work,
  body: { orderId: number[]; assignto: string | null; takeOver?: boolean | undefined },
): Promise<BulkResult> =>
  body.assignto === null
    ? giveBack(work, body.orderId)
    : claim(work, body.orderId, body.assignto, body.takeOver ?? false)

/**
 * Any status to any other but New; with `expectedStatus` only from that one. Move to Delete stands open to all for one
 * order, so that nobody goes round the roles of the lists by it (product §3).
 */
export async function moveOrders(
  work: Work,
  body: { orderId: number[]; updatingStatus: MoveTarget; expectedStatus?: Status | undefined },
): Promise<BulkResult> {
  const { updatingStatus: target, expectedStatus: expected } = body
  if (target === 'Deleted' && body.orderId.length > 1)
    return refuse('invalid', 'Move to Delete takes one order.')
  return changeInBulk(work, {
    ids: body.orderId,
    action: 'moved',
    guard: canBeMoved(target, expected),
    change: changeTo(work, target),
    whyNot: (state) => {
      const by = state.last_by ? `: ${state.last_by} changed it` : ''
      const already = state.process_status === target
      return { kind: 'conflict', reason: `${isNow(state)} ${already ? 'already' : 'now'}${by}` }
    },
  })
}

/** Delete from a list: Admin and Manager anywhere, everyone in the future queue (product §4). */
export function deleteOrders(work: Work, ids: number[]): Promise<BulkResult> {
  const futureQueueOf = can(work.actor.role, 'deleteFromList') ? null : viewOf(work)
  return changeInBulk(work, {
    ids,
    action: 'deleted',
    guard: canBeDeleted(futureQueueOf),
    change: { process_status: 'Deleted' },
    whyNot: (state) =>
      state.process_status === 'Deleted'
        ? { kind: 'conflict', reason: 'is Deleted already' }
        : { kind: 'forbidden', reason: 'may be deleted by an Admin or a Manager only' },
  })
}
