import { sql, type Insertable } from 'kysely'
import type { KeySettings } from '#contract/session.ts'
import { isNotIdle, type SessionTime } from '#server/platform/auth/sessions.ts'
import type { TokenIds } from '#server/platform/auth/tokens.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/** Ignores case and outer blanks. */
export const selectMemberByEmail = (tx: Tx, email: string) =>
  tx
    .selectFrom('members')
    .select(['id', 'name', 'email', 'role', 'password_hash', 'password_expires_at'])
    .where(sql`lower(btrim(email))`, '=', email.trim().toLowerCase())
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** A concurrent removal or password change waits. Undefined if one came first. */
export const lockAccount = (tx: Tx, memberId: number, passwordHash: string) =>
  tx
    .selectFrom('members')
    .select('id')
    .where('id', '=', memberId)
    .where('password_hash', '=', passwordHash)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()

export const insertSession = (tx: Tx, session: Insertable<Tables['sessions']>) =>
  tx
    .insertInto('sessions')
    .values(session)
    .returning(['id', 'token_id', 'expires_at'])
    .executeTakeFirstOrThrow()

/** False if the session has ended or is another member's. */
export async function revokeSession(
  tx: Tx,
  memberId: number,
  sessionId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const revokeMemberSessions = (tx: Tx, memberId: number, now: Date) =>
  tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .execute()

export const revokeOtherSessions = (tx: Tx, memberId: number, sessionId: string, now: Date) =>
  tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '<>', sessionId)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .execute()

export const selectMemberSessions = (tx: Tx, memberId: number, time: SessionTime) =>
  tx
    .selectFrom('sessions')
    .select(['id', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', time.now)
    .where(isNotIdle(time))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()

/** Undefined if the given token is not current: of two concurrent calls the second finds the first one's token. */
export const renewToken = (
  tx: Tx,
  { sessionId, tokenId }: TokenIds,
  { now, formerUntil }: { now: Date; formerUntil: Date },
) =>
  tx
    .updateTable('sessions')
    .set({
      authenticated_at: now,
      token_id: sql<string>`gen_random_uuid()`,
      former_token_id: tokenId,
      former_token_until: formerUntil,
    })
    .where('id', '=', sessionId)
    .where(sql`coalesce(token_id, id)`, '=', tokenId)
    .returning(['id', 'token_id', 'expires_at'])
    .executeTakeFirst()

/** The session with the id of its current token, and what else its member has. */
export const selectSession = (tx: Tx, sessionId: string) =>
  tx
    .selectFrom('sessions as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['s.id', 's.token_id', 's.expires_at', 'm.password_expires_at', 'm.key_settings'])
    .where('s.id', '=', sessionId)
    .executeTakeFirstOrThrow()

export const updateKeySettings = (tx: Tx, memberId: number, settings: KeySettings) =>
  tx
    .updateTable('members')
    .set({ key_settings: JSON.stringify(settings) })
    .where('id', '=', memberId)
    .execute()

/** Deletes used and unused links alike. */
export const deleteMemberResets = (tx: Tx, memberId: number) =>
  tx.deleteFrom('password_resets').where('member_id', '=', memberId).execute()
