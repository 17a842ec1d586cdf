import * as contract from '#contract/moves.ts'
import { can } from '#contract/rules/roles.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { MemberActor, Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { changeInBulk, type OrderChange, type State } from './bulk-change.ts'
import type { BulkResult } from './bulk-result.ts'
import { describeStatus } from './current-status.ts'
import { lockActiveMember, canBeClaimed, canBeReleased } from './guards.queries.ts'

const describeAssignee = (state: State): string => `is with ${state.assignee}`

const isOwnName = ({ actor }: Work, name: string) =>
  name.trim().toLowerCase() === actor.name.trim().toLowerCase()

export const noSuchMember = () => refuse('notFound', 'There is no member with this name.')

const claimFor = ({ now }: Work, memberId: number, takeOver: boolean): OrderChange => ({
  action: 'assigned',
  guard: canBeClaimed(memberId, takeOver),
  change: { assignee_id: memberId, assigned_at: now },
  explainSkip: (state) => {
    if (state.process_status !== 'New') return { kind: 'conflict', reason: describeStatus(state) }
    return state.assignee_id === memberId ? null : { kind: 'conflict', reason: describeAssignee(state) }
  },
})

/**
 * A claim of unassigned New orders for the active member called `name`, whose row is locked against removal. Only an
 * Admin or Manager may name another member, or take over an assigned order with `takeOver` (product §3).
 */
export async function claimChange(work: Work, name: string, takeOver: boolean): Promise<OrderChange> {
  const { tx, actor } = work
  const isOwn = isOwnName(work, name)
  if (isOwn) requireTakeOver(actor, takeOver)
  else if (!can(actor.role, 'assignToOthers')) refuse('forbidden', 'You can assign orders to yourself only.')
  const assignee = (await lockActiveMember(tx, name)) ?? noSuchMember()
  return isOwn && assignee.id !== actor.id ? noSuchMember() : claimFor(work, assignee.id, takeOver)
}

async function claimOrders(work: Work, ids: number[], name: string, takeOver: boolean): Promise<BulkResult> {
  const { tx, actor } = work
  if (!isOwnName(work, name)) return changeInBulk(work, { ids, ...(await claimChange(work, name, takeOver)) })
  requireTakeOver(actor, takeOver)
  const [own, result] = await Promise.all([
    lockActiveMember(tx, name),
    changeInBulk(work, { ids, ...claimFor(work, actor.id, takeOver) }),
  ])
  return own?.id === actor.id ? result : noSuchMember()
}

function requireTakeOver({ role }: MemberActor, takeOver: boolean) {
  if (takeOver && !can(role, 'assignToOthers'))
    refuse('forbidden', 'Only an Admin or Manager can take over an order.')
}

/** Move to Original Folder: a member releases their own orders, an Admin or Manager any. */
export function releaseChange({ actor }: Work): OrderChange {
  const owner = can(actor.role, 'assignToOthers') ? null : actor.id
  return {
    action: 'released',
    guard: canBeReleased(owner),
    change: { assignee_id: null, assigned_at: null },
    explainSkip: (state) => {
      if (state.process_status !== 'New') return { kind: 'conflict', reason: describeStatus(state) }
      if (state.assignee_id === null) return { kind: 'conflict', reason: 'is with nobody' }
      return { kind: 'forbidden', reason: describeAssignee(state) }
    },
  }
}

export const assignCalls = implement(contract, {
  assignOrders: write(async (work, { body: { orderId: ids, assignto, takeOver = false } }) =>
    assignto === null
      ? {
          message: 'Order has been moved successfully',
          data: await changeInBulk(work, { ids, ...releaseChange(work) }),
        }
      : {
          message: 'Order has been assigned successfully',
          data: await claimOrders(work, ids, assignto, takeOver),
        },
  ),
})
