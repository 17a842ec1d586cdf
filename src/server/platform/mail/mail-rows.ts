import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type MailRow = Selectable<Tables['mails']>

export const insertMail = (tx: Tx, mail: Insertable<Tables['mails']>) =>
  tx.insertInto('mails').values(mail).returning('id').executeTakeFirstOrThrow()

/** Marks the attempt; of several workers one gets the row, the others nothing. */
export const claimMail = (tx: Tx, mailId: string, now: Date): Promise<MailRow | undefined> =>
  tx
    .updateTable('mails')
    .set((mail) => ({ state: 'sending', attempts: mail('attempts', '+', 1), attempted_at: now }))
    .where('id', '=', mailId)
    .where('state', '=', 'queued')
    .where('not_before', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** How an attempt ended. */
export type Outcome =
  | { state: 'sent'; sent_at: Date; provider_message_id: string; error: null }
  | { state: 'queued'; not_before: Date; error: string }
  | { state: 'failed' | 'unknown'; error: string }

/** Writes it down, unless somebody else has found out about this attempt; says whether it did. */
export async function settleMail(
  tx: Tx,
  { id, attempts }: Pick<MailRow, 'id' | 'attempts'>,
  outcome: Outcome,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set(outcome)
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Mails whose attempt began before `since` and has not ended. */
export const mailsLeftSending = (tx: Tx, since: Date): Promise<MailRow[]> =>
  tx
    .selectFrom('mails')
    .selectAll()
    .where('state', '=', 'sending')
    .where('attempted_at', '<', since)
    .orderBy('attempted_at')
    .limit(500)
    .execute()

/** Mails that nobody took although they were due before `since`; they are due `now` anew, so that each is found once. */
export const takeForgottenMails = (tx: Tx, since: Date, now: Date): Promise<{ id: string }[]> =>
  tx
    .updateTable('mails')
    .set({ not_before: now })
    .where('id', 'in', (mails) =>
      mails
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'queued')
        .where('not_before', '<', since)
        .orderBy('not_before')
        .limit(500)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
