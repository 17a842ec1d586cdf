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
  useUndoToken,
} from './undo.queries.ts'
import { stampOf } from './events.ts'

/** Ten minutes (product §3). */
const undoLifeMs = 10 * 60_000

/** A token good once, for ten minutes, for this member; null where nothing was changed. */
export async function offerUndo(work: Work, eventIds: number[]): Promise<string | null> {
  if (eventIds.length === 0) return null
  const token = newSecret()
  await insertUndoToken(work.tx, {
    token_hash: secretHash(token),
    member_id: work.actor.id,
    event_ids: eventIds,
    expires_at: new Date(work.now.getTime() + undoLifeMs),
  })
  return token
}

async function takeBack(work: Work, eventIds: number[], action: 'undone' | 'restored') {
  const events = await selectEvents(work.tx, eventIds)
  const undoable = events.flatMap((event): EventToUndo[] =>
    event.before ? [{ orderId: event.order_id, eventId: event.id, before: event.before }] : [],
  )
  const updated = await restoreOrders(work.tx, undoable, stampOf(work, action))
  const restored = new Set(updated)
  const [done, others] = [
    events.filter((event) => restored.has(event.order_id)),
    events.filter((event) => !restored.has(event.order_id)),
  ]
  await cancelMails(
    work.tx,
    done.map((event) => event.id),
    work.now,
  )
  const skipped = others.map((event) => ({ orderId: event.order_id, reason: 'was changed meanwhile' }))
  return { updated, skipped, undo: null }
}

const refuseAllSkipped = (result: Awaited<ReturnType<typeof takeBack>>) => {
  const [first] = result.skipped
  if (result.updated.length === 0 && first)
    refuse('conflict', `Order ${first.orderId} ${first.reason}.`, { data: result })
  return result
}

/** Takes back what a token stands for; what changed meanwhile is skipped and said (product §3). */
export async function undo(work: Work, token: string) {
  const used = await useUndoToken(work.tx, secretHash(token), work.actor.id, work.now)
  if (!used) return refuse('conflict', 'This can no longer be undone.')
  return refuseAllSkipped(await takeBack(work, used.event_ids, 'undone'))
}

/** The same for the last event of an order, later: for Admin, Manager and the member who did it (product §3). */
export async function restore(work: Work, orderId: number, eventId: number) {
  const [event] = await selectEvents(work.tx, [eventId])
  if (!event || event.order_id !== orderId) return refuse('notFound', 'There is no such event.')
  if (event.member_id !== work.actor.id && !can(work.actor.role, 'restoreAnyEvent'))
    return refuse('forbidden', 'Only an Admin, a Manager or the one who did it can restore this.')
  return refuseAllSkipped(await takeBack(work, [eventId], 'restored'))
}
