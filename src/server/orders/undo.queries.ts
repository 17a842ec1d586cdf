import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

export const insertUndoToken = (
  tx: Tx,
  token: { token_hash: Buffer; member_id: number; event_ids: number[]; expires_at: Date },
) =>
  tx
    .insertInto('undo_tokens')
    .values({ ...token, used_at: null })
    .execute()

/** Marks the token used and answers its events; nothing where it is unknown, used, expired or another member's. */
export const useUndoToken = (tx: Tx, tokenHash: Buffer, memberId: number, now: Date) =>
  tx
    .updateTable('undo_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('event_ids')
    .executeTakeFirst()

export const forgetUndoTokens = (tx: Tx, now: Date) =>
  tx.deleteFrom('undo_tokens').where('expires_at', '<', now).execute()

export const selectEvents = (tx: Tx, eventIds: readonly number[]) =>
  tx
    .selectFrom('order_events')
    .select(['id', 'order_id', 'member_id', 'before'])
    .where('id', 'in', [...eventIds])
    .orderBy('order_id')
    .execute()

/** Mails of these events that have not left are not sent. */
export const cancelMails = (tx: Tx, eventIds: readonly number[], now: Date) =>
  tx
    .updateTable('mails')
    .set({ state: 'cancelled', state_at: now })
    .where(sql<boolean>`event_id = any(${eventIds}::bigint[])`)
    .where('state', '=', 'queued')
    .execute()
