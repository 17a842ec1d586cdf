import { sql, type RawBuilder } from 'kysely'
import type { FoundOrder } from '#contract/orders.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { plannedEachTime } from '#server/platform/db/prepared-client.ts'
import { queueTotal } from './counts.queries.ts'
import {
  isWholeQueue,
  matchesCriteria,
  shownFields,
  type ListCriteria,
  type Search,
} from './list-criteria.queries.ts'
import type { KeyedRow } from './page-key.ts'
import { pageIds } from './page-ids.queries.ts'

/** A page of a search. Finds the ids first and fetches only their rows, so a far page reads no row before it. */
export async function selectFound(
  tx: Tx,
  criteria: ListCriteria & { search: Search },
  offset: number,
  limit: number,
): Promise<(FoundOrder & KeyedRow)[]> {
  const direction = sql.raw(criteria.order)
  const fields = Object.entries(shownFields(criteria)).map(
    ([name, value]) => sql`${value} as ${sql.ref(name)}`,
  )

  // The plan of a search depends on its words.
  const { rows } = await sql<FoundOrder & KeyedRow>`${sql.raw(plannedEachTime)}
    select ${sql.join(fields)}, ids.sort_key
    from ${pageIds(criteria, { offset }, limit, criteria.order === 'desc')} ids
    join orders o using (order_id)
    left join members a on a.id = o.assignee_id
    order by ids.sorted ${direction}, o.order_id ${direction}
  `.execute(tx)
  return rows
}

/** A scalar subquery, exact up to `cap`, or exact without one. */
const matchCount = (criteria: ListCriteria, cap?: number): RawBuilder<number> => {
  const limitClause = cap === undefined ? sql`` : sql`limit ${cap}`
  return sql`(select count(*)::bigint from (select 1 from orders where ${matchesCriteria(criteria)} ${limitClause}) found)`
}

/** A scalar subquery: the list's total, exact up to `cap` if the list is narrowed. */
export function totalCount(criteria: ListCriteria, cap?: number): RawBuilder<number> {
  const { queue, view } = criteria
  if (!isWholeQueue(criteria)) return matchCount(criteria, cap)
  return sql`(select ${queueTotal(queue, view)} from order_counts)`
}

export async function countTotal(tx: Tx, criteria: ListCriteria): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${totalCount(criteria)} as n`.execute(tx)
  return rows[0]?.n ?? 0
}

export async function countMatches(tx: Tx, criteria: ListCriteria, cap?: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`${sql.raw(criteria.search ? plannedEachTime : '')}
    select ${matchCount(criteria, cap)} as n`.execute(tx)
  return rows[0]?.n ?? 0
}

/** The totals of these lists in their order, exact up to `cap`; exact for whole queues. */
export async function selectCounts(db: Db, lists: readonly ListCriteria[], cap: number): Promise<number[]> {
  if (lists.length === 0) return []
  // Saved views have unbounded SQL texts, so they are not prepared.
  const { rows } = await sql<{ counts: number[] }>`${sql.raw(plannedEachTime)}
    select json_build_array(${sql.join(lists.map((criteria) => totalCount(criteria, cap)))}) as counts
  `.execute(db)
  return rows[0]?.counts ?? []
}
