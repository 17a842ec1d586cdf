import type { OrderDetails } from '#contract/order-details.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import {
  isEventAction,
  orderEvents,
  restoreObstacle,
  type EventAction,
} from '#contract/rules/order-events.ts'
import { can } from '#contract/rules/roles.ts'
import type { OrderState } from '#server/platform/db/tables.ts'
import type { MemberActor } from '#server/platform/work.ts'

interface StoredEvent {
  id: number
  at: Date
  by: string
  action: string
  before: OrderState | null
  after: OrderState | null
  details: Record<string, unknown>
  member_id: number | null
  assignee_before: string | null
  assignee_after: string | null
  was_assignee_removed: boolean
}

/** What an event led from and to: the assignee's name where only that changed, else the stored status. */
function describeChange(event: StoredEvent): { from: string | null; to: string | null } {
  const { before, after } = event
  if (!before || !after) return { from: null, to: null }
  if (before.process_status === after.process_status && before.assignee_id !== after.assignee_id)
    return { from: event.assignee_before, to: event.assignee_after }
  return { from: before.process_status, to: after.process_status }
}

/** Why Restore does not take an event back that changed the order last; null where it does. */
function obstacleOf(event: StoredEvent, events: readonly StoredEvent[]): string | null {
  if (event.action === ('released' satisfies EventAction) && event.was_assignee_removed)
    return `${event.assignee_before ?? 'The assignee'} is no member any more.`
  const reverted = events.find(({ id }) => id === event.details['event'])
  return restoreObstacle(event.action, reverted?.action)
}

/** `stateEventId`: the last event that changed the order's state, the only one that can be restored. */
export const describeEvents = (
  events: StoredEvent[],
  stateEventId: number | null,
  actor: MemberActor,
): OrderDetails['events'] =>
  events.map((event) => {
    const isLast =
      event.id === stateEventId &&
      event.before !== null &&
      (!isEventAction(event.action) || orderEvents[event.action].undo) &&
      (event.member_id === actor.id || can(actor.role, 'restoreAnyEvent'))
    const obstacle = isLast ? obstacleOf(event, events) : null
    return {
      id: event.id,
      at: wireInstant(event.at),
      by: event.by,
      action: event.action,
      ...describeChange(event),
      details: event.details,
      can_restore: isLast && obstacle === null,
      why_not_restored: obstacle,
    }
  })
