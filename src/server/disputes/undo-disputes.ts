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
type FormerValues = Partial<Omit<DisputeRow, 'id'>>

const isAction = (event: UndoneEvent, action: EventAction) => event.action === action

/** What a member did to one dispute, and its row, locked; undefined without a row of this order. */
async function openAct(work: Work, event: UndoneEvent) {
  const { dispute: id, changes = {} } = z.parse(
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
  if (!row) return undefined
  const former = formerValues(work, row, changes)
  return { event, row, former, isAsLeft: isAsLeft(row, former, changes) }
}
type Act = NonNullable<Awaited<ReturnType<typeof openAct>>>

/** The columns as they were before these changes; a move that the former stage did not make can come again. */
const formerValues = ({ actor, now }: Work, row: DisputeRow, changes: Changes): FormerValues => ({
  ...Object.fromEntries(
    Object.entries(changes).map(([column, { from }]) => [
      column,
      column === 'due_at' && from !== null ? new Date(from) : from,
    ]),
  ),
  ...(changes['settled_as'] &&
    (changes['settled_as'].from === null
      ? { settled_at: null, settled_by: null }
      : { settled_at: now, settled_by: actor.id })),
  ...(changes['stage']?.to === row.moved_as && { moved_as: null }),
})

function isAsLeft(row: DisputeRow, former: FormerValues, changes: Changes): boolean {
  const present = changesOf({ ...row, ...former }, row)
  return Object.entries(changes).every(([column, { from, to }]) => {
    const change = present[column]
    return change?.to === to && change.from === from
  })
}

/** What these events did to disputes, and the orders of which one was changed since. The orders are locked. */
export async function openDisputeActs(work: Work, events: readonly UndoneEvent[]) {
  const acts: Act[] = []
  const skipped: Reverted['skipped'] = []
  for (const event of events) {
    if (!isAction(event, 'dispute changed') && !isAction(event, 'dispute linked')) continue
    const act = await openAct(work, event)
    if (act?.isAsLeft) acts.push(act)
    else skipped.push({ orderId: event.order_id, reason: 'has a dispute that was changed in the meantime' })
  }
  return { acts, skipped }
}

async function takeBackAct(work: Work, { event, row, former }: Act): Promise<void> {
  const { order_id: orderId } = event
  const values = isAction(event, 'dispute linked') ? { order_id: null, moved_as: null } : former
  await work.tx.updateTable('disputes').set(values).where('id', '=', row.id).execute()
  if (isAction(event, 'dispute linked')) return
  const restored = { ...row, ...former }
  const { id: dispute, stage, reason } = restored
  await recordEvent(work, {
    orderId,
    action: 'dispute changed',
    details: { dispute, stage, reason, changes: changesOf(row, restored) },
  })
}

/** Takes back members' acts on disputes (product §14); a dispute that was recorded goes. */
export async function takeBackDisputes(
  work: Work,
  acts: readonly Act[],
  recorded: readonly UndoneEvent[],
): Promise<number[]> {
  for (const act of acts) await takeBackAct(work, act)
  const deleted = await deleteRecorded(
    work,
    recorded.filter((event) => isAction(event, 'dispute recorded')).map(({ id }) => id),
  )
  const updated = [...new Set([...acts.map(({ event }) => event.order_id), ...deleted])]
  if (updated.length > 0) await deriveDisputes(work.tx, updated)
  return updated
}

async function deleteRecorded({ tx }: Work, eventIds: number[]): Promise<number[]> {
  if (eventIds.length === 0) return []
  const rows = await tx
    .deleteFrom('disputes')
    .where('event_id', 'in', eventIds)
    .returning('order_id')
    .execute()
  return rows.flatMap((row) => row.order_id ?? [])
}
