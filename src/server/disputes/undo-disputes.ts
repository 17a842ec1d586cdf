import * as z from 'zod/mini'
import { orderEvents, type EventAction } from '#contract/rules/order-events.ts'
import { openDetails, recordEvent } from '#server/orders/events.ts'
import { deriveDisputes } from '#server/orders/order-dispute.ts'
import type { Reverted } from '#server/orders/undo.ts'
import type { Work } from '#server/platform/work.ts'
import { changesOf, type DisputeRow } from './dispute-of-order.ts'

interface UndoneEvent {
  id: number
  order_id: number
  action: string
  details: object
  sealed_details: Buffer | null
}

const changeDetails = orderEvents['dispute changed'].details
type Changes = z.infer<typeof changeDetails>['changes']

const isAction = (event: UndoneEvent, action: EventAction) => event.action === action

/** The columns as they were before these changes. */
const formerValues = (changes: Changes): Partial<DisputeRow> => ({
  ...Object.fromEntries(
    Object.entries(changes).map(([column, { from }]) => [
      column,
      column === 'due_at' && from !== null ? new Date(from) : from,
    ]),
  ),
  ...(changes['settled_as']?.from === null && { settled_at: null, settled_by: null }),
  ...(changes['stage'] && changes['stage'].from !== 'chargeback' && { moved_as: null }),
})

/** Takes back what a member did to one dispute; false if it was changed since. The order is locked. */
async function takeBackEvent(work: Work, event: UndoneEvent): Promise<boolean> {
  const { dispute: id, ...details } = z.parse(
    z.partial(changeDetails, { changes: true }),
    openDetails(work.seal, event.order_id, event),
  )
  const row = await work.tx
    .selectFrom('disputes')
    .selectAll()
    .where('id', '=', id)
    .where('order_id', '=', event.order_id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  if (isAction(event, 'dispute linked')) {
    await work.tx
      .updateTable('disputes')
      .set({ order_id: null, moved_as: null })
      .where('id', '=', id)
      .execute()
    return true
  }
  const { changes = {} } = details
  const former = formerValues(changes)
  const restored = { ...row, ...former }
  const reverted = changesOf(restored, row)
  const isAsLeft = Object.entries(changes).every(([column, { from, to }]) => {
    const change = reverted[column]
    return change?.to === to && change.from === from
  })
  if (!isAsLeft) return false
  const { id: _id, ...values } = { ...former, id }
  await work.tx.updateTable('disputes').set(values).where('id', '=', id).execute()
  const { stage, reason } = restored
  await recordEvent(work, {
    orderId: event.order_id,
    action: 'dispute changed',
    details: { dispute: id, stage, reason, changes: changesOf(row, restored) },
  })
  return true
}

/**
 * Takes back members' acts on disputes (product §14). A dispute that the act made goes with it, unless its gateway has
 * told of it since. `movedBack` are orders whose move was undone.
 */
export async function takeBackDisputes(
  work: Work,
  events: readonly UndoneEvent[],
  movedBack: readonly number[],
): Promise<Reverted> {
  const acts = events.filter(({ action }) => action === 'dispute changed' || action === 'dispute linked')
  const made = events.filter(
    (event) =>
      isAction(event, 'dispute recorded') || (isAction(event, 'moved') && movedBack.includes(event.order_id)),
  )
  const deleted =
    made.length > 0
      ? await deleteMade(
          work,
          made.map(({ id }) => id),
        )
      : []
  const updated = new Set(deleted)
  const skipped: Reverted['skipped'] = []
  for (const event of acts) {
    if (await takeBackEvent(work, event)) updated.add(event.order_id)
    else skipped.push({ orderId: event.order_id, reason: 'has a dispute that was changed in the meantime' })
  }
  for (const event of made)
    if (isAction(event, 'dispute recorded') && !deleted.includes(event.order_id))
      skipped.push({
        orderId: event.order_id,
        reason: 'has a dispute that its gateway told of in the meantime',
      })
  if (updated.size > 0) await deriveDisputes(work.tx, [...updated])
  return { updated: [...updated], skipped }
}

async function deleteMade({ tx }: Work, eventIds: number[]): Promise<number[]> {
  const rows = await tx
    .deleteFrom('disputes')
    .where('event_id', 'in', eventIds)
    .where('gateway_dispute_id', 'is', null)
    .returning('order_id')
    .execute()
  return rows.flatMap((row) => row.order_id ?? [])
}
