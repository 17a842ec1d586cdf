import type { Tx } from '#server/platform/db/database.ts'
import { countRows } from '#server/platform/db/page.ts'

/** The hash of a password that the server generated, which must not be chosen again; null for any other. */
export const selectGeneratedHash = async (tx: Tx, memberId: number): Promise<string | null> => {
  const found = await tx
    .selectFrom('members')
    .select('password_hash')
    .where('id', '=', memberId)
    .where('password_expires_at', 'is not', null)
    .executeTakeFirst()
  return found?.password_hash ?? null
}

export const selectPasswordHash = async (tx: Tx, memberId: number): Promise<string | null> => {
  const found = await tx
    .selectFrom('members')
    .select('password_hash')
    .where('id', '=', memberId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return found?.password_hash ?? null
}

/** Returns the member; undefined if they were removed meanwhile. */
export const setPasswordHash = (tx: Tx, memberId: number, passwordHash: string) =>
  tx
    .updateTable('members')
    .set({ password_hash: passwordHash, password_expires_at: null })
    .where('id', '=', memberId)
    .where('removed_at', 'is', null)
    .returning(['id', 'name', 'email', 'role'])
    .executeTakeFirst()

export const insertReset = (tx: Tx, reset: { token_hash: Buffer; member_id: number; expires_at: Date }) =>
  tx
    .insertInto('password_resets')
    .values({ ...reset, used_at: null })
    .execute()

/** Unused, unexpired links of a member. */
export const countOpenResets = (tx: Tx, memberId: number, now: Date) =>
  countRows(
    tx,
    tx
      .selectFrom('password_resets')
      .select('member_id')
      .where('member_id', '=', memberId)
      .where('expires_at', '>', now),
  )

export const isUsableReset = async (tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> => {
  const found = await tx
    .selectFrom('password_resets')
    .select('member_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/** Marks a link as used; of two concurrent uses the second gets undefined. */
export const claimReset = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('member_id')
    .executeTakeFirst()
