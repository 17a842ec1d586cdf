import type { Tx } from '#server/platform/db/database.ts'

/** Admins who can be mailed. */
export const selectAdmins = (tx: Tx) =>
  tx
    .selectFrom('members')
    .select(['name', 'email'])
    .where('role', '=', 'Admin')
    .where('removed_at', 'is', null)
    .where('email', 'is not', null)
    .orderBy('id')
    .$narrowType<{ email: string }>()
    .execute()
