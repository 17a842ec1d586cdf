import { sql, type RawBuilder } from 'kysely'
import { filterFields, type OrderRow, type SortField, type Urgency } from '#contract/orders.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'
import type { SearchPattern } from '#contract/rules/search-text.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { plannedEachTime } from '#server/platform/db/prepared-client.ts'
import { inQueue, placementsOf, type View } from './queue-condition.queries.ts'
import type { KeyedRow, PageKey } from './page-key.ts'
import { rowFields } from './row-fields.queries.ts'

/** The indexed expressions: an absent date sorts as the earliest. */
export const sortExpressions: Record<SortField, RawBuilder<unknown>> = {
  created_at: sql`created_at`,
  travel_date: sql`coalesce(travel_date, '-infinity')`,
  processing_date: sql`coalesce(processing_date, '-infinity')`,
  refund_date: sql`coalesce(refund_date, '-infinity')`,
}
const keyType = (sort: SortField) => sql.raw(sort === 'travel_date' ? 'date' : 'timestamptz')

/** A page key keeps microseconds: rounded ones would skip or repeat rows. */
const keyText = (sort: SortField) =>
  sort === 'travel_date'
    ? sql<string>`${sortExpressions[sort]}::text`
    : sql<string>`case when ${sortExpressions[sort]} = '-infinity' then '-infinity'
        else to_char(${sortExpressions[sort]} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') end`

export type Filters = Partial<Record<keyof OrderRow, string>>

export interface ListCriteria {
  queue: QueueName
  view: View
  sort: SortField
  order: 'asc' | 'desc'
  filters: Filters
  urgency?: Urgency | undefined
  search?: SearchPattern | undefined
}

/** Where a page starts: at an offset, or after or before a key. */
export type PageStart = { offset: number } | { after: PageKey } | { before: PageKey }

export function matchesCriteria({
  queue,
  view,
  filters,
  urgency,
  search,
}: ListCriteria): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [inQueue(queue, view)]
  const filteredFields = filterFields.filter((field) => filters[field] !== undefined)
  if (filteredFields.length > 0) {
    const fields = rowFields(view)
    const equal = filteredFields.map(
      (field) => sql`coalesce((${fields[field]})::text, '') = ${filters[field]}`,
    )
    conditions.push(sql`order_id in (
      select o.order_id from orders o left join members a on a.id = o.assignee_id
      where ${inQueue(queue, view)} and ${sql.join(equal, sql` and `)})`)
  }
  if (urgency) conditions.push(hasUrgency[urgency](view.today))
  if (search) conditions.push(matchesSearch(search))
  if (search && !view.seesRestricted) conditions.push(sql`restricted_at is null`)
  return sql`${sql.join(conditions, sql` and `)}`
}

/** Literals, as of the placements, so that the planner can use the partial indexes. */
const awaitsDocument = sql`process_status in (${sql.join(statusesCompletedByUpload.map((status) => sql.lit(status)))})`
const hasUrgency: Record<Urgency, (today: string) => RawBuilder<boolean>> = {
  missed: (today) => sql`(travel_date < ${today} and ${awaitsDocument})`,
}

/** Order ids are part of `search_text`, which begins with them; two digits or fewer are looked for there alone. */
const matchesSearch = ({ like, digits, orderIdOnly }: SearchPattern): RawBuilder<boolean> => {
  if (orderIdOnly) return sql`order_id::text like ${`%${digits}%`}`
  if (!digits || digits.length < 3) return sql`search_text like ${like}`
  return sql`(search_text like ${like} or search_text like ${`%${digits}%`})`
}

/**
 * A queue of several placements is read as one ordered branch for each, which are merged: an `or` would read and sort all of
 * its orders. What is narrowed further has one condition.
 */
const branchesOf = (criteria: ListCriteria): RawBuilder<unknown>[] =>
  criteria.search || criteria.urgency || Object.keys(criteria.filters).length > 0
    ? [matchesCriteria(criteria)]
    : placementsOf(criteria.queue, criteria.view)

/** The ids of a page with their keys, found on indexes alone. */
function selectIds(criteria: ListCriteria, start: PageStart, limit: number, descends: boolean) {
  const key = sortExpressions[criteria.sort]
  const direction = sql.raw(descends ? 'desc' : 'asc')
  const pageKey = 'after' in start ? start.after : 'before' in start ? start.before : null
  const isBeyondKey = pageKey
    ? sql`(${key}, order_id) ${sql.raw(descends ? '<' : '>')} (${pageKey.at}::${keyType(criteria.sort)}, ${pageKey.orderId})`
    : sql`true`
  const offset = 'offset' in start ? start.offset : 0
  const branches = branchesOf(criteria).map(
    (condition) => sql`(
      select order_id, ${key} as sorted, ${keyText(criteria.sort)} as sort_key
      from orders
      where ${condition} and ${isBeyondKey}
      order by ${key} ${direction}, order_id ${direction}`,
  )
  const [only, ...others] = branches
  if (others.length === 0) return sql`${only} offset ${offset} limit ${limit})`
  const whole = branches.map((branch) => sql`${branch} limit ${offset + limit})`)
  return sql`(
    select * from (${sql.join(whole, sql` union all `)}) merged
    order by sorted ${direction}, order_id ${direction}
    offset ${offset} limit ${limit})`
}

/**
 * One page of rows. The ids are found first, and the rows are fetched for these only: a jump to a far page reads no row
 * that it passes over. `before` pages are read backwards and turned round.
 */
export async function selectRows(
  tx: Tx,
  criteria: ListCriteria,
  start: PageStart,
  limit: number,
): Promise<(OrderRow & KeyedRow)[]> {
  const backwards = 'before' in start
  const descends = (criteria.order === 'desc') !== backwards
  const direction = sql.raw(descends ? 'desc' : 'asc')
  const fields = Object.entries(rowFields(criteria.view)).map(
    ([name, value]) => sql`${value} as ${sql.ref(name)}`,
  )

  // The plan of a search has to fit its words.
  const { rows } = await sql<OrderRow & KeyedRow>`${sql.raw(criteria.search ? plannedEachTime : '')}
    select ${sql.join(fields)}, ids.sort_key
    from ${selectIds(criteria, start, limit, descends)} ids
    join orders o using (order_id)
    left join members a on a.id = o.assignee_id
    order by ids.sorted ${direction}, o.order_id ${direction}
  `.execute(tx)
  return backwards ? rows.toReversed() : rows
}

/** Exact up to `cap`; without one, exact. */
export async function countMatches(tx: Tx, criteria: ListCriteria, cap?: number): Promise<number> {
  const limitClause = cap === undefined ? sql`` : sql`limit ${cap}`
  const { rows } = await sql<{ n: number }>`${sql.raw(criteria.search ? plannedEachTime : '')}
    select count(*)::bigint as n from (select 1 from orders where ${matchesCriteria(criteria)} ${limitClause}) found
  `.execute(tx)
  return rows[0]?.n ?? 0
}
