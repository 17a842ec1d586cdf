import { sql, type Insertable, type Selectable } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type MailRow = Selectable<Tables['mails']>

/** Does nothing where a mail with this id exists already. */
export async function insertMail(tx: Tx, mail: Insertable<Tables['mails']> & { id: string }) {
  await tx
    .insertInto('mails')
    .values(mail)
    .onConflict((same) => same.column('id').doNothing())
    .execute()
  return mail
}

/** No mail of a restricted order leaves. */
const isUnrestricted = sql<boolean>`not exists (
  select 1 from orders o where o.order_id = mails.order_id and o.restricted_at is not null)`

/** Claims up to `limit` due mails for an attempt, oldest first; each row goes to one worker. */
export const claimMails = (tx: Tx, limit: number, now: Date): Promise<MailRow[]> =>
  tx
    // Materialized: evaluated once, so that no more rows are locked than taken.
    .with(
      (cte) => cte('due').materialized(),
      (db) =>
        db
          .selectFrom('mails')
          .select('id')
          .where('state', '=', 'queued')
          .where('not_before', '<=', now)
          .where(isUnrestricted)
          .orderBy('not_before')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('mails')
    .from('due')
    .set((mail) => ({
      state: 'sending',
      attempts: mail('attempts', '+', 1),
      state_at: now,
    }))
    .whereRef('mails.id', '=', 'due.id')
    .returningAll('mails')
    .execute()

type Attempt = Pick<MailRow, 'id' | 'attempts'>

/** Marks that the provider is called now; false where another worker has taken the attempt over. */
export async function markAttempted(tx: Tx, { id, attempts }: Attempt, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    // Not before the claim, even if the clock was set back, because `wasAttempted` compares the two.
    .set((mail) => ({ attempted_at: mail.fn<Date>('greatest', [mail.val(now), 'state_at']) }))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether the provider was called in the attempt that is still 'sending'. */
export const wasAttempted = ({ attempted_at, state_at }: MailRow): boolean =>
  attempted_at !== null && (state_at === null || attempted_at >= state_at)

/** How an attempt ended. */
export type Outcome =
  | { state: 'sent'; sent_at: Date; provider_message_id: string; error: null }
  | { state: 'queued'; not_before: Date; error: string }
  | { state: 'bounced' | 'failed' | 'unknown'; error: string }

/** A late response may replace 'unknown', but a mail that was shown as unknown is never queued again. */
const statesBefore = (outcome: Outcome) =>
  outcome.state === 'queued' ? (['sending'] as const) : (['sending', 'unknown'] as const)

/**
 * Records how an attempt ended, unless another has begun since. The state of a report that came first stays; the
 * provider's id is saved in any case.
 */
export async function recordOutcome(tx: Tx, { id, attempts }: Attempt, outcome: Outcome, now: Date) {
  const ofAttempt = tx.updateTable('mails').where('id', '=', id).where('attempts', '=', attempts)
  await ofAttempt
    .set({ ...outcome, state_at: outcome.state === 'sent' ? outcome.sent_at : now })
    .where('state', 'in', statesBefore(outcome))
    .execute()
  if (outcome.state === 'sent')
    await ofAttempt
      .set({ provider_message_id: outcome.provider_message_id })
      .where('provider_message_id', 'is', null)
      .execute()
}

/** Mails that were claimed before `since` and whose attempt has not ended. */
export const selectAbandonedMails = (tx: Tx, since: Date): Promise<MailRow[]> =>
  tx
    .selectFrom('mails')
    .selectAll()
    .where('state', '=', 'sending')
    .where(({ fn }) => fn.coalesce('state_at', 'attempted_at'), '<', since)
    .orderBy('state_at')
    .limit(500)
    .execute()
