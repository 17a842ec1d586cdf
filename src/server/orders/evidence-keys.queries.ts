import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { EvidenceKey, EvidenceKind } from './evidence-kinds.ts'

export interface EvidenceKeyRow extends EvidenceKey {
  order_id: number
  transacted_at: Date
}

export async function insertEvidenceKeyRows(tx: Tx, rows: readonly EvidenceKeyRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into order_evidence_keys (order_id, kind, hash, transacted_at)
    select * from unnest(
      ${rows.map((row) => row.order_id)}::bigint[], ${rows.map((row) => row.kind)}::text[],
      ${rows.map((row) => row.hash)}::bytea[], ${rows.map((row) => row.transacted_at)}::timestamptz[])
    on conflict do nothing
  `.execute(tx)
}

export const deleteEvidenceKeys = (tx: Tx, orderId: number) =>
  tx.deleteFrom('order_evidence_keys').where('order_id', '=', orderId).execute()

/** For a key that many orders share, such as an office's IP address, only the latest orders are considered. */
const maxOrdersPerKey = 1000

export interface MatchingOrder {
  order_id: number
  transacted_at: Date
  kinds: EvidenceKind[]
}

/**
 * Undisputed orders that share a key, paid from `from` to `to`, by number of shared keys, then the latest. An order
 * that was ever in ChargeBack, has a warning, or a dispute that was not withdrawn, is disputed (product §14); deleted orders
 * are left out.
 */
export async function selectUndisputedMatches(
  db: Db,
  hashes: readonly Buffer[],
  { from, to, except, limit }: { from: Date; to: Date; except: number; limit: number },
): Promise<{ found: MatchingOrder[]; count: number }> {
  const { rows } = await sql<MatchingOrder & { count: number }>`
    with same as (
      select k.order_id, max(k.transacted_at) as transacted_at, array_agg(distinct k.kind) as kinds
      from unnest(${[...hashes]}::bytea[]) as wanted (hash)
      cross join lateral (
        select order_id, kind, transacted_at
        from order_evidence_keys
        where hash = wanted.hash and transacted_at >= ${from} and transacted_at <= ${to}
        order by transacted_at desc
        limit ${maxOrdersPerKey}
      ) k
      where k.order_id <> ${except}
      group by k.order_id
    )
    select same.*, count(*) over () as count
    from same
    join orders o using (order_id)
    where o.process_status not in ('ChargeBack', 'Deleted')
      and not exists (
        select 1 from order_events e
        where e.order_id = same.order_id
          and (e.before ->> 'process_status' = 'ChargeBack' or e.after ->> 'process_status' = 'ChargeBack')
      )
      and not exists (
        select from disputes d
        where d.order_id = same.order_id and (d.stage = 'warning' or d.outcome <> 'Withdrawn')
      )
    order by cardinality(kinds) desc, transacted_at desc, order_id desc
    limit ${limit}
  `.execute(db)
  return { found: rows, count: Number(rows[0]?.count ?? 0) }
}
