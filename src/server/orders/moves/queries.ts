import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** The active member of this name, case and outer blanks ignored. */
export const activeMemberNamed = (tx: Tx, name: string) =>
  tx
    .selectFrom('members')
    .select(['id', 'name'])
    .where(sql`lower(btrim(name))`, '=', name.trim().toLowerCase())
    .where('removed_at', 'is', null)
    .executeTakeFirst()
