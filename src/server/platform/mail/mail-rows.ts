import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import type { MailState, Tables } from '../db/tables.ts'
import type { Lane } from './lanes.ts'

export type MailRow = Selectable<Tables['mails']>
/** `travel_date` is its order's, `YYYY-MM-DD`. */
export type ClaimedMail = MailRow & { travel_date: string | null }

const travelDate = sql<
  string | null
>`(select o.travel_date from orders o where o.order_id = mails.order_id)`.as('travel_date')

/** Does nothing where a mail with this id exists. */
export async function insertMail(tx: Tx, mail: Insertable<Tables['mails']> & { id: string }) {
  await tx
    .insertInto('mails')
    .values({
      ...mail,
      to_order: sql<boolean>`exists (
        select from orders o where o.order_id = ${mail.order_id} and lower(o.email) = lower(${mail.recipient}))`,
    })
    .onConflict((same) => same.column('id').doNothing())
    .execute()
  return mail
}

type Obstacle = RawBuilder<string | null>

/** The order's present address, for mails to it. */
const presentRecipient = sql<string>`coalesce(
  (select o.email from orders o where o.order_id = mails.order_id and mails.to_order and o.email <> ''), mails.recipient)`

/**
 * Claims due mails for an attempt, the oldest of each provider, as many as it has slots; each row goes to one worker.
 * Mails with an obstacle are cancelled instead.
 */
export async function claimMails(
  tx: Tx,
  lanes: readonly Lane[],
  now: Date,
  obstacle: Obstacle,
): Promise<ClaimedMail[]> {
  if (lanes.length === 0) return []
  const claimed = await tx
    // Materialized: evaluated once, so that no more rows are locked than taken.
    .with(
      (cte) => cte('due').materialized(),
      () => sql<{ id: string; obstacle: string | null; present: string }>`(
        select own.* from unnest(
          ${lanes.map(({ provider }) => provider)}::text[], ${lanes.map(({ slots }) => slots)}::int[]
        ) as lane(provider, slots)
        cross join lateral (
          select mails.id, ${obstacle} as obstacle, ${presentRecipient} as present from mails
          where mails.state = 'queued' and mails.not_before <= ${now} and mails.provider = lane.provider
          order by mails.not_before limit lane.slots for update skip locked
        ) own)`,
    )
    .updateTable('mails')
    .from('due')
    .set((mail) => ({
      state: sql<MailState>`case when due.obstacle is null then 'sending' else 'cancelled' end`,
      error: sql<string | null>`coalesce(due.obstacle, mails.error)`,
      recipient: mail.ref('due.present'),
      attempts: sql<number>`mails.attempts + case when due.obstacle is null then 1 else 0 end`,
      state_at: now,
    }))
    .whereRef('mails.id', '=', 'due.id')
    .where('mails.state', '=', 'queued')
    .returningAll('mails')
    .returning(travelDate)
    .execute()
  return claimed.filter(({ state }) => state === 'sending')
}

/** Cancels the queued mails of these events and excludes all of them from resending. Returns their former states. */
export async function takeBackMails(
  tx: Tx,
  eventIds: readonly number[],
  now: Date,
): Promise<MailTakenBack[]> {
  const { rows } = await sql<MailTakenBack>`
    with own as materialized (
      select id, order_id, state from mails where event_id = any(${eventIds}::bigint[]) for update
    )
    update mails m set
      taken_back_at = ${now},
      state = case when own.state = 'queued' then 'cancelled' else own.state end,
      state_at = case when own.state = 'queued' then ${now} else m.state_at end
    from own where m.id = own.id
    returning m.id, own.order_id as "orderId", own.state
  `.execute(tx)
  return rows
}

export interface MailTakenBack {
  id: string
  orderId: number | null
  state: MailState
}

/**
 * Moves queued mails to an order's own address to its present one, and returns their number. A running attempt changes
 * with its retry.
 */
export async function readdressMails(tx: Tx, orderId: number, recipient: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ recipient })
    .where('order_id', '=', orderId)
    .where('to_order', '=', true)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

type Attempt = Pick<MailRow, 'id' | 'attempts'>

/**
 * Marks that the provider is called now. False where another worker has the attempt, or where an obstacle cancels the
 * mail.
 */
export async function markAttempted(
  tx: Tx,
  { id, attempts }: Attempt,
  now: Date,
  obstacle: Obstacle,
): Promise<boolean> {
  const marked = await tx
    .updateTable('mails')
    .set((mail) => ({
      // Not before the claim, even if the clock was set back, because `wasAttempted` compares the two.
      attempted_at: mail.fn<Date>('greatest', [mail.val(now), 'state_at']),
      state: sql<MailState>`case when ${obstacle} is null then 'sending' else 'cancelled' end`,
      error: sql<string | null>`coalesce(${obstacle}, mails.error)`,
    }))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .returning('state')
    .executeTakeFirst()
  return marked?.state === 'sending'
}

/** Shows that the worker is still at it. */
export const renewClaim = (tx: Tx, { id, attempts }: Attempt, now: Date) =>
  tx
    .updateTable('mails')
    .set((mail) => ({ attempted_at: mail.fn<Date>('greatest', [mail.val(now), 'attempted_at']) }))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute()

/** Whether the provider was called in the present attempt. */
export const wasAttempted = ({ attempted_at, state_at }: MailRow): boolean =>
  attempted_at !== null && (state_at === null || attempted_at >= state_at)

/** Replaces the queued content by that of the attempt. */
export const updateContent = (
  tx: Tx,
  { id, attempts }: Attempt,
  content: Pick<MailRow, 'sealed_props' | 'sealed_subject'>,
) =>
  tx
    .updateTable('mails')
    .set(content)
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute()

export type Outcome =
  | { state: 'sent'; sent_at: Date; provider_message_id: string; error: null }
  | { state: 'kept'; error: null }
  | { state: 'queued'; not_before: Date; waiting_since: Date | null; error: string }
  | { state: 'bounced' | 'failed' | 'unknown'; error: string }

/**
 * A late response replaces 'unknown', which a clock change can cause during an attempt. A mail that was settled or
 * resent since is not retried.
 */
const isOfAttempt = (outcome: Outcome) =>
  outcome.state === 'queued'
    ? sql<boolean>`(state = 'sending' or (state = 'unknown' and settled_at is null
        and not exists (select from mails again where again.resend_of = mails.id)))`
    : sql<boolean>`state in ('sending', 'unknown')`

/**
 * Records how an attempt ended, unless another has begun since. An earlier report's state stays; the provider's id is
 * saved in any case. A retry with an obstacle is cancelled.
 */
export async function recordOutcome(
  tx: Tx,
  { id, attempts }: Attempt,
  outcome: Outcome,
  { now, obstacle, seen }: { now: Date; obstacle: Obstacle; seen?: Pick<MailRow, 'attempted_at'> },
) {
  const ofAttempt = tx.updateTable('mails').where('id', '=', id).where('attempts', '=', attempts)
  await ofAttempt
    .set({
      waiting_since: null,
      ...outcome,
      state_at: outcome.state === 'sent' ? outcome.sent_at : now,
      ...(outcome.state === 'queued' && {
        state: sql<MailState>`case when ${obstacle} is null then 'queued' else 'cancelled' end`,
        error: sql<string>`coalesce(${obstacle}, ${outcome.error})`,
      }),
    })
    .where(isOfAttempt(outcome))
    // Judged from a row that its worker may have changed since.
    .$if(seen !== undefined, (query) =>
      query.where('attempted_at', 'is not distinct from', seen?.attempted_at ?? null),
    )
    .execute()
  if (outcome.state === 'sent')
    await ofAttempt
      .set({ provider_message_id: outcome.provider_message_id })
      .where('provider_message_id', 'is', null)
      .execute()
}

export async function selectMailStates(db: Db, ids: readonly string[]): Promise<Map<string, MailState>> {
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'state'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Mails claimed or renewed before `since` whose attempt has not ended. */
export const selectAbandonedMails = (tx: Tx, since: Date): Promise<ClaimedMail[]> =>
  tx
    .selectFrom('mails')
    .selectAll()
    .select(travelDate)
    .where('state', '=', 'sending')
    .where(({ fn }) => fn('greatest', ['state_at', 'attempted_at']), '<', since)
    .orderBy('state_at')
    .limit(500)
    .execute()
