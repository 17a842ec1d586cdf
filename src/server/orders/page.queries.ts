import { sql, type RawBuilder } from 'kysely'
import { isFiltered } from '#contract/rules/list-filters.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { plannedEachTime } from '#server/platform/db/prepared-client.ts'
import type { ListCriteria } from './list-criteria.queries.ts'
import { totalCount } from './list.queries.ts'
import { pageIds, type PageStart } from './page-ids.queries.ts'
import type { PageKey } from './page-key.ts'
import { rowFields } from './row-fields.queries.ts'

/** A page as PostgreSQL writes it. */
interface Page {
  /** A JSON array of rows as the contract has them. */
  rows: string
  /** Page keys of the first and the last row; null of an empty page. */
  first: string | null
  last: string | null
  count: number
}

interface PageSize {
  limit: number
  cap?: number | undefined
}

/** Narrowed lists whose texts are prepared: the values of filters stand in the text, and of those there is no end. */
const maxNarrowed = 100
const narrowed = new Set<string>()

/** The plan of a search has to fit its words. */
function isPlannedEachTime({ queue, search, exact, filters }: ListCriteria): boolean {
  if (search || Object.keys(exact).length > 0) return true
  if (!isFiltered(filters)) return false
  const name = JSON.stringify([queue, filters])
  if (narrowed.size < maxNarrowed) narrowed.add(name)
  return !narrowed.has(name)
}

/** A row of `orders o` with its assignee `a` as JSON, in the contract's shape. */
function rowText({ view }: ListCriteria): RawBuilder<string> {
  const fields = Object.entries(rowFields(view)).map(([name, value]) => sql`${value} as ${sql.ref(name)}`)
  return sql`(select row_to_json(fields) from (select ${sql.join(fields)}) fields)::text`
}

/**
 * A page of a list, its ends and the list's total, by one statement. The ids are found first, and the rows are fetched for
 * these only: a jump to a far page reads no row that it passes over. `before` pages are read backwards and turned round.
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

/** Its snapshot is that of one statement. The total of what is narrowed is exact up to `cap`. */
export async function selectPage(
  db: Db,
  criteria: ListCriteria,
  start: PageStart,
  size: PageSize,
): Promise<Page> {
  const planned = sql.raw(isPlannedEachTime(criteria) ? plannedEachTime : '')
  const { rows } = await sql<Page>`${planned} ${pageStatement(criteria, start, size)}`.execute(db)
  const [page] = rows
  if (!page) throw new Error('The statement has one row.')
  return page
}

/** Rows as PostgreSQL writes them. */
export interface Batch {
  /** A JSON object each. */
  lines: string[]
  /** Of the last row; null where there is none. */
  last: PageKey | null
}

interface BatchRow {
  line: string
  sort_key: string
  order_id: number
}

/** Reads a list batch by batch in a transaction, line by line: one text of all lines would outlive the quick collections of the heap. */
export async function selectBatch(
  tx: Tx,
  criteria: ListCriteria,
  start: PageStart,
  limit: number,
): Promise<Batch> {
  const direction = sql.raw(criteria.order)
  // Of a list that is not searched, the batches have one plan.
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
