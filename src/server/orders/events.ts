import * as z from 'zod/mini'
import type { EventAction, EventDetails } from '#contract/rules/order-events.ts'
import type { Actor, Work } from '#server/platform/work.ts'
import type { EventMetadata } from './change-orders.queries.ts'
import { readableDetails } from '#server/platform/sealed-columns.ts'
import type { Seal } from '#server/platform/seal.ts'
import { insertEvent } from './events.queries.ts'

const actorName = (actor: Actor): string => {
  switch (actor.kind) {
    case 'member':
      return actor.name
    case 'intake':
    case 'mail':
    case 'customer':
    case 'job':
      return actor.name
    case 'visitor':
      return actor.member?.name ?? 'Visitor'
    case 'anyone':
      return 'Visitor'
  }
}

export const eventMetadata = <A extends EventAction>(
  work: Pick<Work<Actor>, 'actor' | 'now'>,
  action: A,
): EventMetadata<A> => ({
  at: work.now,
  memberId: work.actor.kind === 'member' ? work.actor.id : null,
  actor: actorName(work.actor),
  action,
})

interface EventRecord {
  orderId: number
  action: EventAction
  details?: object
  /** Customer data of the event, such as a corrected value. */
  sealed?: unknown
}

type DetailsOf<A extends EventAction> =
  Record<string, never> extends EventDetails<A> ? { details?: EventDetails<A> } : { details: EventDetails<A> }

const isReadable = ([key]: [string, unknown]) => readableDetails.some((it) => it === key)

/** Details that statements search for stay readable; the rest is sealed. */
export function sealDetails(
  seal: Seal,
  orderId: number,
  details: object = {},
): { details: string; sealed_details: Buffer | null } {
  const entries = Object.entries(details)
  const hidden = entries.filter((entry) => !isReadable(entry))
  return {
    details: JSON.stringify(Object.fromEntries(entries.filter(isReadable))),
    sealed_details:
      hidden.length > 0
        ? seal.seal('order_events.sealed_details', orderId, Object.fromEntries(hidden))
        : null,
  }
}

const sealedEntries = z.record(z.string(), z.unknown())

export const openDetails = (
  seal: Seal,
  orderId: number,
  { details, sealed_details: sealed }: { details: object; sealed_details: Buffer | null },
): Record<string, unknown> => ({
  ...details,
  ...(sealed && seal.open(sealedEntries, 'order_events.sealed_details', orderId, sealed)),
})

/** What a correction replaced, by field: values as landing sites send them. */
export const openChangedValues = (seal: Seal, orderId: number, sealed: Buffer): Record<string, unknown> =>
  seal.open(sealedEntries, 'order_events.sealed', orderId, sealed)

/** Appends an event that changes neither status nor assignee; returns its id. */
export const recordEvent = <A extends EventAction>(
  work: Work<Actor>,
  event: EventRecord & { action: A } & DetailsOf<A>,
): Promise<number> => appendEvent(work, event)

async function appendEvent(work: Work<Actor>, event: EventRecord): Promise<number> {
  const { at, memberId, actor, action } = eventMetadata(work, event.action)
  const { id } = await insertEvent(work.tx, {
    order_id: event.orderId,
    at,
    member_id: memberId,
    actor,
    action,
    ...sealDetails(work.seal, event.orderId, event.details),
    sealed:
      event.sealed === undefined ? null : work.seal.seal('order_events.sealed', event.orderId, event.sealed),
  })
  return id
}
