import { sql, type RawBuilder } from 'kysely'
import * as contract from '#contract/moves.ts'
import type { StartableQueue } from '#contract/moves.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { jakartaMidnight } from '#contract/rules/dates.ts'
import { duration } from '#contract/rules/promise.ts'
import { isPromisedQueue } from '#contract/rules/list-order.ts'
import type { QueueName } from '#contract/rules/queues.ts'
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
/** Before, nothing can be filed: such an order is passed over. */
const isWindowOpen = ({ today }: View) => sql`(window_opens_on is null or window_opens_on <= ${today})`

/** An order counts as just done for this time after its completion. */
const justDoneMs = 30 * 60_000

const isOfJourney = sql`household_keys && (select household_keys from done)`

/** The order that the caller completed last, if that was just now. */
const justDone = ({ actor, now }: Pick<Work, 'actor' | 'now'>) => sql`
  select household_keys from orders
  where processing_date > ${new Date(now.getTime() - justDoneMs)} and processed_by = ${actor.id}
    and process_status = 'Completed'
  order by processing_date desc limit 1`

/**
 * Claims the next order of a journey of which the caller has just done one, whatever its queue, else the most urgent unassigned order of these
 * queues, missed orders last, in one statement (product §12). It skips rows that another claim has locked. The subquery finds
 * the first promise that is not missed on the index alone, so no missed order is read.
 */
async function claimMostUrgent(
  work: Work,
  queues: readonly QueueName[],
  { change, metadata }: { change: StateChange; metadata: EventMetadata },
): Promise<Changed | undefined> {
  const view = viewOf(work)
  const placed = sql.join(
    queues.map((queue) => inQueue(queue, view)),
    sql` or `,
  )
  const isOpen = sql`${isClaimable} and (${placed}) and ${isWindowOpen(view)}`
  const canBeMet = sql`${isOpen} and ${isNotMissed(view.today)}`
  const locked = (condition: RawBuilder<unknown>) => sql`
    select order_id, ${stateColumns('orders')} as before
    from orders
    where ${condition} and ${isShown(view)}
    order by ${promisedUntil}, order_id
    limit 1
    for no key update skip locked`
  const [claimed] = await changeLocked(
    work.tx,
    sql`
      with done as materialized (${justDone(work)}),
      journey as materialized (${locked(sql`${isClaimable} and ${isWindowOpen(view)} and ${isOfJourney}`)}),
      urgent as materialized (${locked(sql`not exists (select from journey) and ${canBeMet} and ${promisedUntil} >= (
        select ${promisedUntil} from orders where ${canBeMet} order by ${promisedUntil}, order_id limit 1)`)}
      ), missed as materialized (
        ${locked(sql`${isOpen} and ${isMissed(view.today)} and not exists (select from journey)
          and not exists (select from urgent)`)}
      )
      select * from journey union all select * from urgent union all select * from missed`,
    change,
    metadata,
  )
  return claimed
}

/**
 * The next order of the caller's journey in a queue, else its most urgent, or the oldest without promises, that no member has
 * opened since `openSince`.
 */
async function selectMostUrgent(work: Work, queue: QueueName, openSince: Date): Promise<number | undefined> {
  const view = viewOf(work)
  const isPromised = isPromisedQueue(queue)
  const key = isPromised ? promisedUntil : sortExpressions.created_at
  const first = (condition: RawBuilder<unknown>) => sql`
    select order_id from orders
    where ${inQueue(queue, view)} and ${condition} and ${isShown(view)} and not exists (
      select from order_viewers v where v.order_id = orders.order_id and v.seen_at >= ${openSince})
    order by ${key}, order_id
    limit 1`
  const { rows } = await sql<{ order_id: number }>`
    with done as materialized (${justDone(work)}),
    journey as materialized (${first(sql`${isPromised} and ${isOfJourney}`)}),
    urgent as materialized (${first(isPromised ? isNotMissed(view.today) : sql`true`)}),
    missed as materialized (
      ${first(sql`${isPromised} and ${isMissed(view.today)} and not exists (select from urgent)`)}
    )
    select * from journey union all select * from urgent union all select * from missed
  `.execute(work.tx)
  return rows[0]?.order_id
}

/** `YYYY-MM-DD`, Jakarta's; null if no window of an unassigned order of these queues opens later. */
async function selectNextWindow(work: Work, queues: readonly StartableQueue[]): Promise<string | null> {
  const view = viewOf(work)
  const isPriority = sql`processing_mode = 'priority'`
  const isAsked = sql.join(
    queues.map((queue) => (queue === 'priorityOrder' ? isPriority : sql`not ${isPriority}`)),
    sql` or `,
  )
  const { rows } = await sql<{ opens_on: string | null }>`
    select min(window_opens_on) as opens_on from orders
    where ${isClaimable} and (${isAsked}) and window_opens_on > ${view.today} and ${isShown(view)}
  `.execute(work.tx)
  return rows[0]?.opens_on ?? null
}

/** Orders of these queues are claimed; those of the other startable queues are only opened. */
const claimedQueues = ['newOrder', 'priorityOrder'] as const satisfies readonly StartableQueue[]

async function nothingWaits(work: Work, queues: readonly StartableQueue[] = []): Promise<never> {
  const opensOn = queues.length > 0 ? await selectNextWindow(work, queues) : null
  if (opensOn === null) return refuse('notFound', 'Nothing is waiting.')
  const opensIn = duration(jakartaMidnight(opensOn).getTime() - work.now.getTime())
  return refuse('notFound', `The next window opens in ${opensIn}.`)
}

async function claimNext(work: Work, queues: readonly StartableQueue[]) {
  const { tx, actor, now } = work
  const [own, claimed] = await Promise.all([
    lockActiveMember(tx, actor.name),
    claimMostUrgent(work, queues, {
      change: { assignee_id: actor.id, assigned_at: now },
      metadata: eventMetadata(work, 'assigned'),
    }),
  ])
  // The member was removed meanwhile: the refusal rolls the claim back.
  if (own?.id !== actor.id) return noSuchMember()
  if (!claimed) return nothingWaits(work, queues)
  return { order_id: claimed.orderId, undo: await createUndoToken(work, [claimed.eventId]) }
}

async function openNext(work: Work, queue: StartableQueue) {
  const { tx, now } = work
  // A second caller waits and sees which order the first one got.
  await lockByName(tx, `start next ${queue}`)
  const orderId = await selectMostUrgent(work, queue, forgottenBefore(now))
  if (orderId === undefined) return nothingWaits(work)
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
