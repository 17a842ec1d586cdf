import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

export async function selectNextNumbers(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select nextval('order_ids') as number from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(({ number }) => number)
}

export async function selectTakenIds(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.selectFrom('orders').select('order_id').where('order_id', 'in', ids).execute()
  return new Set(rows.map(({ order_id }) => order_id))
}
