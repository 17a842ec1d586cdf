import { DatabaseError } from 'pg'
import { sql } from 'kysely'
import type { Role } from '#contract/rules/roles.ts'
import type { Tx } from '#server/platform/db/database.ts'

const columns = ['id', 'name', 'email', 'role'] as const

export interface MemberRow {
  id: number
  name: string
  email: string | null
  role: Role
}

export const selectTeam = (tx: Tx): Promise<MemberRow[]> =>
  tx
    .selectFrom('members')
    .select(columns)
    .where('removed_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()

export const selectMember = (tx: Tx, id: number): Promise<MemberRow | undefined> =>
  tx
    .selectFrom('members')
    .select(columns)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Locks these active members and every Admin, so that the number of Admins cannot change meanwhile. */
export const lockMembers = (tx: Tx, ids: readonly number[]): Promise<MemberRow[]> =>
  tx
    .selectFrom('members')
    .select(columns)
    .where('removed_at', 'is', null)
    .where((member) => member.or([member('id', 'in', [...ids]), member('role', '=', 'Admin')]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

interface MemberChange {
  name: string
  email: string
  role: Role
  password_hash?: string
  /** Null for a password that a person chose. */
  password_expires_at?: null
}

export const insertMember = (
  tx: Tx,
  member: MemberChange & { password_hash: string },
  now: Date,
): Promise<MemberRow> =>
  tx
    .insertInto('members')
    .values({ ...member, created_at: now, removed_at: null })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const updateMember = (tx: Tx, id: number, change: MemberChange): Promise<MemberRow> =>
  tx.updateTable('members').set(change).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

/** The name stays in the history; name and e-mail become free for others (product §4). */
export const markRemoved = (tx: Tx, id: number, now: Date) =>
  tx.updateTable('members').set({ removed_at: now, password_hash: null }).where('id', '=', id).execute()

const uniqueIndexes: Readonly<Record<string, 'name' | 'email'>> = {
  members_name: 'name',
  members_email: 'email',
}

/** The field that another active member already has, if a unique index refused the write. */
export const conflictingField = (error: unknown): 'name' | 'email' | undefined =>
  error instanceof DatabaseError && error.code === '23505' ? uniqueIndexes[error.constraint ?? ''] : undefined
