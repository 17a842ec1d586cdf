import type { EventAction } from '#contract/rules/order-events.ts'
import type { Tx } from '#server/platform/db/database.ts'

export interface NewEvent {
  order_id: number
  at: Date
  member_id: number | null
  actor: string
  action: EventAction
  details: string
  sealed: Buffer | null
  sealed_details: Buffer | null
}

export const insertEvent = (tx: Tx, event: NewEvent) =>
  tx.insertInto('order_events').values(event).returning('id').executeTakeFirstOrThrow()

export const insertEvents = (tx: Tx, events: NewEvent[]) =>
  tx.insertInto('order_events').values(events).execute()
