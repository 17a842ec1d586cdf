import { sql } from 'kysely'
import { stayingActions } from '#contract/rules/live-changes.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** Rows of each table that are read for a position. */
const maxChanges = 1000

export interface OrderChange {
  orderId: number
  /** The order may be in other lists now. */
  isMoved: boolean
  isRestricted: boolean
}

interface Changes {
  /** The position that these changes lead to. */
  now: string
  /** By position; null if there are too many changes. */
  since: Map<string, OrderChange[] | null>
}

interface ChangeRow {
  now: string
  position: string | null
  order_id: number | null
  is_moved: boolean
  is_restricted: boolean
  n: number
}

/** Rows of transactions that this statement sees and the position did not, also of long transactions. */
const unseen = sql`xid >= pg_snapshot_xmin(p.position) and not pg_visible_in_snapshot(xid, p.position) order by xid limit ${maxChanges}`

/** Changes since each of these positions, up to one common new position. Positions are snapshot texts. */
export async function readChanges(db: Db, positions: readonly string[]): Promise<Changes> {
  const { rows } = await sql<ChangeRow>`
    select pg_current_snapshot()::text as now, p.position::text, c.*
    from (select) one
    left join lateral unnest(${positions}::text[]::pg_snapshot[]) as p(position) on true
    left join lateral (
      select order_id, bool_or(x.is_moved) as is_moved, bool_or(o.restricted_at is not null) as is_restricted, count(*) as n
      from (
        (select order_id, action <> all(${[...stayingActions]}::text[]) as is_moved from order_events where ${unseen})
        union all
        (select order_id, false from order_changes where ${unseen})
      ) x
      join orders o using (order_id)
      group by order_id
    ) c on p.position is not null
  `.execute(db)
  const since = new Map<string, OrderChange[] | null>(positions.map((position) => [position, []]))
  const counts = new Map<string, number>()
  for (const { position, order_id: orderId, is_moved: isMoved, is_restricted: isRestricted, n } of rows) {
    if (position === null || orderId === null) continue
    const count = (counts.get(position) ?? 0) + n
    counts.set(position, count)
    if (count >= maxChanges) since.set(position, null)
    else since.get(position)?.push({ orderId, isMoved, isRestricted })
  }
  return { now: rows[0]?.now ?? '', since }
}

export const deleteOldChanges = (tx: Tx, beforeXid: string) =>
  tx.deleteFrom('order_changes').where('xid', '<', beforeXid).execute()
