import type { Actor, Work } from '#server/platform/work.ts'
import type { EventStamp } from './change-orders.queries.ts'
import { insertEvent } from './events.queries.ts'

const actorName = (actor: Actor): string => {
  switch (actor.kind) {
    case 'member':
      return actor.name
    case 'intake':
    case 'mail':
      return actor.name
    case 'visitor':
      return actor.member?.name ?? 'Visitor'
    case 'anyone':
      return 'Visitor'
  }
}

/** Who and when, for an event. */
export const stampOf = (work: Pick<Work<Actor>, 'actor' | 'now'>, action: string): EventStamp => ({
  at: work.now,
  memberId: work.actor.kind === 'member' ? work.actor.id : null,
  actor: actorName(work.actor),
  action,
})

export interface EventRecord {
  orderId: number
  action: string
  details?: Record<string, unknown>
  /** Customer data that the event keeps, such as a corrected value. */
  sealed?: unknown
}

/** Appends an event that changes neither status nor assignee; answers its id. */
export async function recordEvent(work: Work<Actor>, event: EventRecord): Promise<number> {
  const { at, memberId, actor, action } = stampOf(work, event.action)
  const { id } = await insertEvent(work.tx, {
    order_id: event.orderId,
    at,
    member_id: memberId,
    actor,
    action,
    details: JSON.stringify(event.details ?? {}),
    sealed: event.sealed === undefined ? null : work.seal.close(event.orderId, event.sealed),
  })
  return id
}
