import { sql } from 'kysely'
import type { Role } from '#contract/rules/roles.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** Of several servers that start at once over one database, one fills it and the others wait. */
export const waitForOtherStarts = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('first run', 0))`.execute(tx)

export async function hasMembers(tx: Tx): Promise<boolean> {
  const found = await tx.selectFrom('members').select('id').where('removed_at', 'is', null).executeTakeFirst()
  return found !== undefined
}

export async function hasOrders(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('orders').select('order_id').limit(1).executeTakeFirst()) !== undefined
}

export interface NewMember {
  name: string
  email: string
  role: Role
  password_hash: string
  created_at: Date
}

export const insertMembers = (tx: Tx, members: NewMember[]) =>
  tx
    .insertInto('members')
    .values(members.map((member) => ({ ...member, removed_at: null })))
    .returning(['id', 'name', 'role'])
    .execute()

export const passwordHashes = (tx: Tx, emails: string[]) =>
  tx
    .selectFrom('members')
    .select(['email', 'password_hash'])
    .where('email', 'in', emails)
    .where('removed_at', 'is', null)
    .execute()
