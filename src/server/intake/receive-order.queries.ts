import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** The next numbers of the sequence from which order ids are made. */
export async function selectNextNumbers(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select nextval('order_ids') as number from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(({ number }) => number)
}

export async function selectTakenIds(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.selectFrom('orders').select('order_id').where('order_id', 'in', ids).execute()
  return new Set(rows.map(({ order_id }) => order_id))
}

/** An idempotency key as its row has it, and as versions before 1.0 kept it. */
export interface KeyOfReply {
  owner: string
  key: string
  formerKey: string
}

const withKey = ({ owner, key, formerKey }: KeyOfReply) =>
  sql<boolean>`owner = ${owner} and key in (${key}, ${formerKey})`

/** Claims the idempotency key; a concurrent request with the same key waits here. False where it is in use. */
export async function claimIdempotencyKey(
  tx: Tx,
  claim: KeyOfReply & { bodyHash: Buffer; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys (owner, key, body_hash, created_at)
    select ${claim.owner}, ${claim.key}, ${claim.bodyHash}::bytea, ${claim.now}::timestamptz
    where not exists (select from idempotency_keys where ${withKey(claim)})
    on conflict do nothing
    returning key`.execute(tx)
  return rows.length > 0
}

export const selectReply = (tx: Tx, claim: KeyOfReply) =>
  tx
    .selectFrom('idempotency_keys')
    .select(['key', 'body_hash', 'reply', 'sealed_reply'])
    .where(withKey(claim))
    .executeTakeFirstOrThrow()

export const saveReply = (tx: Tx, owner: string, key: string, sealedReply: Buffer) =>
  tx
    .updateTable('idempotency_keys')
    .set({ sealed_reply: sealedReply })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute()

export const selectActiveGateway = (tx: Tx) =>
  tx
    .selectFrom('payment_gateways')
    .select(['id', 'gateway_name'])
    .where('is_active', '=', true)
    .executeTakeFirst()
