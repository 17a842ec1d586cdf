import { sql, type RawBuilder } from 'kysely'
import { isFiltered } from '#contract/rules/list-filters.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { onlyRow } from '#server/platform/db/only-row.ts'
import { plannedEachTime } from '#server/platform/db/prepared-client.ts'
import { shownFields, type ListCriteria } from './list-criteria.queries.ts'
import { totalCount } from './list.queries.ts'
import { pageIds, type PageStart } from './page-ids.queries.ts'
import type { PageKey } from './page-key.ts'

interface Page {
  /** A JSON array of rows in the contract's shape. */
  rows: string
  /** Page keys of the first and the last row; null if the page is empty. */
  first: string | null
  last: string | null
  count: number
}

interface PageSize {
  limit: number
  cap?: number | undefined
}

/** Filter values are part of the SQL text, so only this many narrowed lists are prepared. */
const maxNarrowed = 100
const narrowed = new Set<string>()

/** The plan of a search depends on its words. */
function isPlannedEachTime({ queue, search, exact, filters }: ListCriteria): boolean {
  if (search || Object.keys(exact).length > 0) return true
  if (!isFiltered(filters)) return false
  const name = JSON.stringify([queue, filters])
  if (narrowed.size < maxNarrowed) narrowed.add(name)
  return !narrowed.has(name)
}

/** A row of `orders o` with its assignee `a` as JSON, in the contract's shape. */
function rowText(criteria: ListCriteria): RawBuilder<string> {
  const fields = Object.entries(shownFields(criteria)).map(
    ([name, value]) => sql`${value} as ${sql.ref(name)}`,
  )
  return sql`(select row_to_json(fields) from (select ${sql.join(fields)}) fields)::text`
}

/**
 * One statement for a page, its end keys and the total. Finds the ids first and fetches only their rows, so a far
 * page reads no row before it. `before` pages are read backwards and reversed.
 */
function pageStatement(criteria: ListCriteria, start: PageStart, { limit, cap }: PageSize): RawBuilder<Page> {
  const descends = criteria.order === 'desc'
  const readsDown = descends !== 'before' in start
  const shown = sql.raw(descends ? 'desc' : 'asc')
  const reversed = sql.raw(descends ? 'asc' : 'desc')
  const key = sql`sort_key || '_' || order_id`
  return sql`
    with ids as materialized (select * from ${pageIds(criteria, start, limit, readsDown)} found)
    select
      (select '[' || coalesce(string_agg(line, ',' order by sorted ${shown}, id ${shown}), '') || ']'
        from (
          select ids.sorted, ids.order_id as id, ${rowText(criteria)} as line
          from ids join orders o using (order_id) left join members a on a.id = o.assignee_id
        ) lines) as rows,
      (select ${key} from ids order by sorted ${shown}, order_id ${shown} limit 1) as first,
      (select ${key} from ids order by sorted ${reversed}, order_id ${reversed} limit 1) as last,
      ${totalCount(criteria, cap)} as count`
}

/** The total of a narrowed list is exact up to `cap`. */
export async function selectPage(
  db: Db,
  criteria: ListCriteria,
  start: PageStart,
  size: PageSize,
): Promise<Page> {
  const planned = sql.raw(isPlannedEachTime(criteria) ? plannedEachTime : '')
  const { rows } = await sql<Page>`${planned} ${pageStatement(criteria, start, size)}`.execute(db)
  return onlyRow(rows)
}

export interface Batch {
  /** One JSON object a line. */
  lines: string[]
  /** The key of the last row; null if the batch is empty. */
  last: PageKey | null
}

interface BatchRow {
  line: string
  sort_key: string
  order_id: number
}

/** Reads one batch as separate lines: one large text would survive the heap's quick collections. */
export async function selectBatch(
  tx: Tx,
  criteria: ListCriteria,
  start: PageStart,
  limit: number,
): Promise<Batch> {
  const direction = sql.raw(criteria.order)
  // All batches of an unsearched list have one plan.
  const { rows } = await sql<BatchRow>`${sql.raw(criteria.search ? plannedEachTime : '')}
    select ${rowText(criteria)} as line, ids.sort_key, order_id
    from ${pageIds(criteria, start, limit, criteria.order === 'desc')} ids
      join orders o using (order_id) left join members a on a.id = o.assignee_id
    order by ids.sorted ${direction}, order_id ${direction}
  `.execute(tx)
  const last = rows.at(-1)
  return {
    lines: rows.map(({ line }) => line),
    last: last ? { at: last.sort_key, orderId: last.order_id } : null,
  }
}
