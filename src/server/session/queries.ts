import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** The active member with this e-mail, case and outer blanks ignored. */
export const memberByEmail = (tx: Tx, email: string) =>
  tx
    .selectFrom('members')
    .select(['id', 'name', 'email', 'role', 'password_hash'])
    .where(sql`lower(btrim(email))`, '=', email.trim().toLowerCase())
    .where('removed_at', 'is', null)
    .executeTakeFirst()

export interface NewSession {
  member_id: number
  created_at: Date
  authenticated_at: Date
  expires_at: Date
  last_seen_at: Date
  ip: string
  user_agent: string
}

export const insertSession = (tx: Tx, session: NewSession) =>
  tx.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()

export const revokeSession = (tx: Tx, sessionId: string, now: Date) =>
  tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
