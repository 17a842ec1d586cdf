import type { Body } from '#contract/endpoint.ts'
import type * as contract from '#contract/moves.ts'
import { can } from '#contract/rules/roles.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { changeInBulk, type State } from './bulk-change.ts'
import type { BulkResult } from './bulk-result.ts'
import { describeStatus } from './current-status.ts'
import { lockActiveMember, canBeClaimed, canBeReleased } from './guards.queries.ts'

const describeAssignee = (state: State): string => `is with ${state.assignee}`

/** The member whom `assignto` names: oneself, or for an Admin or Manager any active member. */
async function loadAssignee(work: Work, name: string) {
  const isOwn = name.trim().toLowerCase() === work.actor.name.trim().toLowerCase()
  if (!isOwn && !can(work.actor.role, 'assignToOthers'))
    return refuse('forbidden', 'You can assign orders to yourself only.')
  const member = await lockActiveMember(work.tx, name)
  return member ?? refuse('notFound', 'There is no member with this name.')
}

/**
 * Claims unassigned New orders: of two simultaneous claims the second changes no row. `takeOver` lets an Admin or
 * Manager take an order that somebody has (product §3).
 */
async function claimOrders(work: Work, ids: number[], name: string, takeOver: boolean): Promise<BulkResult> {
  const assignee = await loadAssignee(work, name)
  if (takeOver && !can(work.actor.role, 'assignToOthers'))
    return refuse('forbidden', 'Only an Admin or Manager can take over an order.')
  return changeInBulk(work, {
    ids,
    action: 'assigned',
    guard: canBeClaimed(assignee.id, takeOver),
    change: { assignee_id: assignee.id, assigned_at: work.now },
    explainSkip: (state) => {
      if (state.process_status !== 'New') return { kind: 'conflict', reason: describeStatus(state) }
      return state.assignee_id === assignee.id ? null : { kind: 'conflict', reason: describeAssignee(state) }
    },
  })
}

/** Move to Original Folder: one's own orders, an Admin or Manager anyone's; the order returns to its queue. */
async function releaseOrders(work: Work, ids: number[]): Promise<BulkResult> {
  const owner = can(work.actor.role, 'assignToOthers') ? null : work.actor.id
  return changeInBulk(work, {
    ids,
    action: 'released',
    guard: canBeReleased(owner),
    change: { assignee_id: null, assigned_at: null },
    explainSkip: (state) => {
      if (state.process_status !== 'New') return { kind: 'conflict', reason: describeStatus(state) }
      if (state.assignee_id === null) return { kind: 'conflict', reason: 'is with nobody' }
      return { kind: 'forbidden', reason: describeAssignee(state) }
    },
  })
}

export const assignOrders = (work: Work, body: Body<typeof contract.assignOrders>): Promise<BulkResult> =>
  body.assignto === null
    ? releaseOrders(work, body.orderId)
    : claimOrders(work, body.orderId, body.assignto, body.takeOver ?? false)
