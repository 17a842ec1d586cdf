import { restoreObstacle, type EventAction } from '#contract/rules/order-events.ts'
import { can } from '#contract/rules/roles.ts'
import { newSecret, secretHash } from '#server/platform/auth/tokens.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import {
  restoreOrders,
  type EventToUndo,
  insertUndoToken,
  isLastEvent,
  selectEvents,
  wasAssigneeRemoved,
  claimUndoToken,
  selectEventsOfCall,
  type StoredEvent,
} from './undo.queries.ts'
import { eventMetadata } from './events.ts'
import { lockForChange } from './order-access.ts'

/** Ten minutes (product §3). */
export const undoTtlMs = 10 * 60_000

/** A single-use token for this member, valid for ten minutes; null where nothing was changed. */
export async function createUndoToken(work: Work, eventIds: number[]): Promise<string | null> {
  if (eventIds.length === 0) return null
  const token = newSecret()
  await insertUndoToken(work.tx, {
    token_hash: secretHash(token),
    member_id: work.actor.id,
    event_ids: eventIds,
    expires_at: new Date(work.now.getTime() + undoTtlMs),
  })
  return token
}

/** What was taken back, and why the rest was not; the reasons continue a sentence that begins with the order's id. */
export interface Reverted {
  updated: number[]
  skipped: { orderId: number; reason: string }[]
}

/** The events of a token of this member, which is good once; 409 where it is used or expired. */
export async function claimEventsToUndo(work: Work, token: string): Promise<number[]> {
  const claimed = await claimUndoToken(work.tx, secretHash(token), work.actor.id, work.now)
  return claimed?.event_ids ?? refuse('conflict', 'This can no longer be undone.')
}

/** What the call of an event did to its order. */
export const eventsOfCall = ({ tx }: Work, event: StoredEvent): Promise<number[]> =>
  selectEventsOfCall(tx, event)

/** Brings orders back to the state before these events; those that changed meanwhile are skipped (product §3). */
export async function revertEvents(
  work: Work,
  events: readonly StoredEvent[],
  action: 'undone' | 'restored',
): Promise<Reverted> {
  const undoable = events.flatMap((event): EventToUndo[] =>
    event.before ? [{ orderId: event.order_id, eventId: event.id, before: event.before }] : [],
  )
  const updated = await restoreOrders(work.tx, undoable, eventMetadata(work, action))
  const restored = new Set(updated)
  const skipped = undoable
    .filter(({ orderId }) => !restored.has(orderId))
    .map(({ orderId }) => ({ orderId, reason: 'was changed in the meantime' }))
  return { updated, skipped }
}

/** The events by their ids, of orders that are locked and on which the caller may work, and why not of the others. */
export async function lockEvents(work: Work, eventIds: readonly number[]) {
  const events = await selectEvents(work.tx, eventIds)
  const { open, skips } = await lockForChange(work, [...new Set(events.map((event) => event.order_id))])
  return { events: events.filter((event) => open.has(event.order_id)), skips }
}

/** Of a bulk change, whose events took back nothing else than states. */
export async function revertStates(work: Work, eventIds: readonly number[]): Promise<Reverted> {
  const { events, skips } = await lockEvents(work, eventIds)
  const { updated, skipped } = await revertEvents(work, events, 'undone')
  return { updated, skipped: [...skips, ...skipped] }
}

/** An event of this order that this member may take back: their own, or any for Admin and Manager; else 404 or 403. */
export async function requireRestorableEvent(
  work: Work,
  orderId: number,
  eventId: number,
): Promise<StoredEvent> {
  const [event] = await selectEvents(work.tx, [eventId])
  if (event?.order_id !== orderId || !event.before) return refuse('notFound', 'There is no such event.')
  if (event.member_id !== work.actor.id && !can(work.actor.role, 'restoreAnyEvent'))
    return refuse('forbidden', 'Only an Admin, a Manager or whoever made the change can restore it.')
  if (event.action === ('released' satisfies EventAction) && (await wasAssigneeRemoved(work.tx, event)))
    return refuse('conflict', 'Whoever had this order is no member any more.')
  if (!(await isLastEvent(work.tx, event)))
    return refuse('conflict', `Order ${orderId} was changed in the meantime.`)
  const undone = Number(Object(event.details).event)
  const [reverted] = Number.isInteger(undone) ? await selectEvents(work.tx, [undone]) : []
  const obstacle = restoreObstacle(event.action, reverted?.action)
  return obstacle === null ? event : refuse('conflict', obstacle)
}
