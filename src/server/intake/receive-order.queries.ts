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

interface KeyOfReply {
  owner: string
  key: string
}

/** Claims the idempotency key; a concurrent request with the same key waits here. False if the key is in use. */
export async function claimIdempotencyKey(
  tx: Tx,
  { owner, key, bodyHash, now }: KeyOfReply & { bodyHash: Buffer; now: Date },
): Promise<boolean> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ owner, key, body_hash: bodyHash, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

export const selectReply = (tx: Tx, { owner, key }: KeyOfReply) =>
  tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'sealed_reply'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .$narrowType<{ sealed_reply: Buffer }>()
    .executeTakeFirstOrThrow()

export const saveReply = (tx: Tx, { owner, key }: KeyOfReply, sealedReply: Buffer) =>
  tx
    .updateTable('idempotency_keys')
    .set({ sealed_reply: sealedReply })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute()
