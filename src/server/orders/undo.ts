import { can } from '#contract/rules/roles.ts'
import { newSecret, secretHash } from '#server/platform/auth/tokens.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import {
  restoreOrders,
  type EventToUndo,
  cancelMails,
  insertUndoToken,
  selectEvents,
  claimUndoToken,
} from './undo.queries.ts'
import { eventMetadata } from './events.ts'

/** Ten minutes (product §3). */
const undoTokenTtlMs = 10 * 60_000

/** A single-use token for this member, valid for ten minutes; null where nothing was changed. */
export async function createUndoToken(work: Work, eventIds: number[]): Promise<string | null> {
  if (eventIds.length === 0) return null
  const token = newSecret()
  await insertUndoToken(work.tx, {
    token_hash: secretHash(token),
    member_id: work.actor.id,
    event_ids: eventIds,
    expires_at: new Date(work.now.getTime() + undoTokenTtlMs),
  })
  return token
}

async function revertEvents(work: Work, eventIds: number[], action: 'undone' | 'restored') {
  const events = await selectEvents(work.tx, eventIds)
  const undoable = events.flatMap((event): EventToUndo[] =>
    event.before ? [{ orderId: event.order_id, eventId: event.id, before: event.before }] : [],
  )
  const updated = await restoreOrders(work.tx, undoable, eventMetadata(work, action))
  const restored = new Set(updated)
  const [reverted, notReverted] = [
    events.filter((event) => restored.has(event.order_id)),
    events.filter((event) => !restored.has(event.order_id)),
  ]
  await cancelMails(
    work.tx,
    reverted.map((event) => event.id),
    work.now,
  )
  const skipped = notReverted.map((event) => ({ orderId: event.order_id, reason: 'was changed meanwhile' }))
  return { updated, skipped, undo: null }
}

const refuseIfAllSkipped = (result: Awaited<ReturnType<typeof revertEvents>>) => {
  const [first] = result.skipped
  if (result.updated.length === 0 && first)
    refuse('conflict', `Order ${first.orderId} ${first.reason}.`, { data: result })
  return result
}

/** Reverts the events of a token; orders that changed meanwhile are reported as skipped (product §3). */
export async function undo(work: Work, token: string) {
  const claimed = await claimUndoToken(work.tx, secretHash(token), work.actor.id, work.now)
  if (!claimed) return refuse('conflict', 'This can no longer be undone.')
  return refuseIfAllSkipped(await revertEvents(work, claimed.event_ids, 'undone'))
}

/** The same for the last event of an order, later: for Admin, Manager and the member who did it (product §3). */
export async function restore(work: Work, orderId: number, eventId: number) {
  const [event] = await selectEvents(work.tx, [eventId])
  if (!event || event.order_id !== orderId) return refuse('notFound', 'There is no such event.')
  if (event.member_id !== work.actor.id && !can(work.actor.role, 'restoreAnyEvent'))
    return refuse('forbidden', 'Only an Admin, a Manager or the one who did it can restore this.')
  return refuseIfAllSkipped(await revertEvents(work, [eventId], 'restored'))
}
