import type { Body } from '#contract/endpoint.ts'
import type * as contract from '#contract/moves.ts'
import { can } from '#contract/rules/roles.ts'
import { refuse } from '#server/platform/refusal.ts'
import { together } from '#server/platform/db/together.ts'
import type { MemberActor, Work } from '#server/platform/work.ts'
import { changeInBulk, type State } from './bulk-change.ts'
import type { BulkResult } from './bulk-result.ts'
import { describeStatus } from './current-status.ts'
import { lockActiveMember, canBeClaimed, canBeReleased } from './guards.queries.ts'

const describeAssignee = (state: State): string => `is with ${state.assignee}`

const isOwnName = ({ actor }: Work, name: string) =>
  name.trim().toLowerCase() === actor.name.trim().toLowerCase()

const noSuchMember = () => refuse('notFound', 'There is no member with this name.')

const claimFor = (work: Work, ids: number[], memberId: number, takeOver: boolean): Promise<BulkResult> =>
  changeInBulk(work, {
    ids,
    action: 'assigned',
    guard: canBeClaimed(memberId, takeOver),
    change: { assignee_id: memberId, assigned_at: work.now },
    explainSkip: (state) => {
      if (state.process_status !== 'New') return { kind: 'conflict', reason: describeStatus(state) }
      return state.assignee_id === memberId ? null : { kind: 'conflict', reason: describeAssignee(state) }
    },
  })

/**
 * Claims unassigned New orders for the member whom `name` names, oneself or for an Admin or Manager any active member: of
 * two simultaneous claims the second changes no row. `takeOver` lets an Admin or Manager take an order that somebody has
 * (product §3).
 */
async function claimOrders(work: Work, ids: number[], name: string, takeOver: boolean): Promise<BulkResult> {
  const { tx, actor } = work
  if (isOwnName(work, name)) {
    requireTakeOver(actor, takeOver)
    const [own, result] = await together([
      lockActiveMember(tx, name),
      claimFor(work, ids, actor.id, takeOver),
    ])
    return own?.id === actor.id ? result : noSuchMember()
  }
  if (!can(actor.role, 'assignToOthers')) refuse('forbidden', 'You can assign orders to yourself only.')
  const assignee = (await lockActiveMember(tx, name)) ?? noSuchMember()
  return claimFor(work, ids, assignee.id, takeOver)
}

function requireTakeOver({ role }: MemberActor, takeOver: boolean) {
  if (takeOver && !can(role, 'assignToOthers'))
    refuse('forbidden', 'Only an Admin or Manager can take over an order.')
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
