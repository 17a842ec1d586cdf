import type { Tx } from '#server/platform/db/database.ts'

export const insertKey = (
  tx: Tx,
  key: { name: string; key_hash: Buffer; domains: string[] | null; created_at: Date },
) =>
  tx
    .insertInto('intake_keys')
    .values({ ...key, last_used_at: null, revoked_at: null })
    .execute()

export const isActiveName = async (tx: Tx, name: string): Promise<boolean> => {
  const found = await tx
    .selectFrom('intake_keys')
    .select('id')
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export const revokeKeys = async (tx: Tx, name: string, now: Date): Promise<boolean> => {
  const revoked = await tx
    .updateTable('intake_keys')
    .set({ revoked_at: now })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return revoked.length > 0
}

/** Returns its name; undefined where it is revoked already. */
export const revokeKey = (tx: Tx, id: number, now: Date) =>
  tx
    .updateTable('intake_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()

export const selectKeys = (tx: Tx) =>
  tx
    .selectFrom('intake_keys')
    .select(['id', 'name', 'domains', 'created_at', 'last_used_at', 'revoked_at'])
    .orderBy('id')
    .execute()
