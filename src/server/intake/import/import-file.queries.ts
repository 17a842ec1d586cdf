import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

export const selectImportedKeys = (tx: Tx, owner: string, keys: string[]) =>
  tx
    .selectFrom('idempotency_keys')
    .select(['key', 'body_hash'])
    .where('owner', '=', owner)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .execute()

export const insertImportedKeys = (
  tx: Tx,
  keys: { owner: string; key: string; body_hash: Buffer; created_at: Date }[],
) => tx.insertInto('idempotency_keys').values(keys).execute()

export async function selectExistingOrderIds(tx: Tx, ids: number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('order_id')
    .where('order_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  return rows.map((row) => row.order_id)
}

export interface MatchedMember {
  /** The name that was searched for. */
  asked: string
  id: number
  active: boolean
}

/** The members of these names, case and outer blanks ignored; an active one before a former one. */
export async function selectMembersByName(tx: Tx, names: string[]): Promise<MatchedMember[]> {
  const { rows } = await sql<MatchedMember>`
    select distinct on (asked.name) asked.name as asked, m.id, m.removed_at is null as active
    from unnest(${names}::text[]) as asked (name)
    join members m on lower(btrim(m.name)) = lower(btrim(asked.name))
    order by asked.name, m.removed_at nulls first, m.id
  `.execute(tx)
  return rows
}

/** A removed member, as the author of imported history: cannot sign in or be assigned orders. */
export async function insertFormerMember(tx: Tx, name: string, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('members')
    .values({ name, email: null, password_hash: null, role: 'Team', created_at: now, removed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
