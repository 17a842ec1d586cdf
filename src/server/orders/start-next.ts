import { sql, type RawBuilder } from 'kysely'
import * as contract from '#contract/moves.ts'
import type { StartableQueue } from '#contract/moves.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { isPromisedQueue } from '#contract/rules/list-order.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { viewOf } from './counts.ts'
import { noSuchMember } from './assign.ts'
import { eventMetadata } from './events.ts'
import { lockActiveMember } from './guards.queries.ts'
import { createUndoToken } from './undo.ts'
import { forgottenBefore, recordViewer } from './viewers.ts'
import {
  changeLocked,
  stateColumns,
  type Changed,
  type EventMetadata,
  type StateChange,
} from './change-orders.queries.ts'
import { sortExpressions } from './page-ids.queries.ts'
import { inQueue, isMissed, isNotMissed, promisedUntil, type View } from './queue-condition.queries.ts'

const isShown = ({ seesRestricted }: View) => (seesRestricted ? sql`true` : sql`restricted_at is null`)

/** The condition of the partial index. */
const isClaimable = sql`process_status = 'New' and assignee_id is null`

/**
 * Claims the most urgent unassigned order of these queues in one statement, missed orders last (product §12). It
 * skips rows that another claim has locked. The subquery finds the first promise that is not missed on the index
 * alone, so no missed order is read.
 */
async function claimMostUrgent(
  tx: Tx,
  queues: readonly QueueName[],
  view: View,
  { change, metadata }: { change: StateChange; metadata: EventMetadata },
): Promise<Changed | undefined> {
  const placed = sql.join(
    queues.map((queue) => inQueue(queue, view)),
    sql` or `,
  )
  const isOpen = sql`${isClaimable} and (${placed})`
  const canBeMet = sql`${isOpen} and ${isNotMissed(view.today)}`
  const locked = (condition: RawBuilder<unknown>) => sql`
    select order_id, ${stateColumns('orders')} as before
    from orders
    where ${condition} and ${isShown(view)}
    order by ${promisedUntil}, order_id
    limit 1
    for no key update skip locked`
  const [claimed] = await changeLocked(
    tx,
    sql`
      with urgent as materialized (${locked(sql`${canBeMet} and ${promisedUntil} >= (
        select ${promisedUntil} from orders where ${canBeMet} order by ${promisedUntil}, order_id limit 1)`)}
      ), missed as materialized (
        ${locked(sql`${isOpen} and ${isMissed(view.today)} and not exists (select from urgent)`)}
      )
      select * from urgent union all select * from missed`,
    change,
    metadata,
  )
  return claimed
}

/** The most urgent order of a queue, or the oldest without promises, that no member has opened since `openSince`. */
async function selectMostUrgent(
  tx: Tx,
  queue: QueueName,
  view: View,
  openSince: Date,
): Promise<number | undefined> {
  const isPromised = isPromisedQueue(queue)
  const key = isPromised ? promisedUntil : sortExpressions.created_at
  const first = (condition: RawBuilder<unknown>) => sql`
    select order_id from orders
    where ${inQueue(queue, view)} and ${condition} and ${isShown(view)} and not exists (
      select from order_viewers v where v.order_id = orders.order_id and v.seen_at >= ${openSince})
    order by ${key}, order_id
    limit 1`
  const { rows } = await sql<{ order_id: number }>`
    with urgent as materialized (${first(isPromised ? isNotMissed(view.today) : sql`true`)}),
    missed as materialized (
      ${first(sql`${isPromised} and ${isMissed(view.today)} and not exists (select from urgent)`)}
    )
    select * from urgent union all select * from missed
  `.execute(tx)
  return rows[0]?.order_id
}

/** Orders of these queues are claimed; those of the other startable queues are only opened. */
const claimedQueues = ['newOrder', 'priorityOrder'] as const satisfies readonly StartableQueue[]

const nothingWaits = () => refuse('notFound', 'Nothing is waiting.')

async function claimNext(work: Work, queues: readonly StartableQueue[]) {
  const { tx, actor, now } = work
  const [own, claimed] = await Promise.all([
    lockActiveMember(tx, actor.name),
    claimMostUrgent(tx, queues, viewOf(work), {
      change: { assignee_id: actor.id, assigned_at: now },
      metadata: eventMetadata(work, 'assigned'),
    }),
  ])
  // The member was removed meanwhile: the refusal rolls the claim back.
  if (own?.id !== actor.id) return noSuchMember()
  if (!claimed) return nothingWaits()
  return { order_id: claimed.orderId, undo: await createUndoToken(work, [claimed.eventId]) }
}

async function openNext(work: Work, queue: StartableQueue) {
  const { tx, now } = work
  // A second caller waits and sees which order the first one got.
  await lockByName(tx, `start next ${queue}`)
  const orderId = await selectMostUrgent(tx, queue, viewOf(work), forgottenBefore(now))
  if (orderId === undefined) return nothingWaits()
  await recordViewer(work, orderId, true)
  return { order_id: orderId, undo: null }
}

export const startNextCalls = implement(contract, {
  /** Gives the caller the next order to work on (product §12); 404 if none waits. */
  startNext: write(async (work, { body: { folderName } }) => {
    if (folderName !== undefined && !isOneOf(claimedQueues, folderName))
      return { message: 'Order has been opened', data: await openNext(work, folderName) }
    const data = await claimNext(work, folderName === undefined ? claimedQueues : [folderName])
    return { message: 'Order has been assigned successfully', data }
  }),
})
