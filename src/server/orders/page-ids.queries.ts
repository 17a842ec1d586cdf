import { sql, type RawBuilder } from 'kysely'
import type { SortField } from '#contract/rules/list-order.ts'
import { isWholeQueue, matchesCriteria, type ListCriteria } from './list-criteria.queries.ts'
import type { PageKey } from './page-key.ts'
import { placementsOf, wholeStatusOf, type Value } from './queue-condition.queries.ts'

/** The indexed expressions: an absent date sorts as the earliest. */
export const sortExpressions: Record<SortField, RawBuilder<unknown>> = {
  created_at: sql`created_at`,
  travel_date: sql`coalesce(travel_date, '-infinity')`,
  processing_date: sql`coalesce(processing_date, '-infinity')`,
  refund_date: sql`coalesce(refund_date, '-infinity')`,
}
const keyType = (sort: SortField) => sql.raw(sort === 'travel_date' ? 'date' : 'timestamptz')

/** Of the column `sorted`. A page key keeps microseconds: rounded ones would skip or repeat rows. */
const keyText = (sort: SortField) =>
  sort === 'travel_date'
    ? sql<string>`sorted::text`
    : sql<string>`case when sorted = '-infinity' then '-infinity'
        else to_char(sorted at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') end`

/** Where a page starts: at an offset, or after or before a key. */
export type PageStart = { offset: number } | { after: PageKey } | { before: PageKey }

/** The same, where each value may be its place in a statement that is made once. */
export type PagePlace = { offset: Value<number>; isFar: boolean } | { after: KeyPlace } | { before: KeyPlace }
type KeyPlace = { [Part in keyof PageKey]: Value<PageKey[Part]> }

/**
 * A queue of several placements is read as one ordered branch for each, which are merged: an `or` would read and sort all of
 * its orders. What is narrowed further has one condition.
 */
const branchesOf = (criteria: ListCriteria): RawBuilder<unknown>[] =>
  isWholeQueue(criteria) ? placementsOf(criteria.queue, criteria.view) : [matchesCriteria(criteria)]

/** From here on months are passed over rather than orders. */
const farOffset = 1000

export const placeOf = (start: PageStart): PagePlace =>
  'offset' in start ? { ...start, isFar: start.offset >= farOffset } : start

/**
 * Where a far page begins: the month that its first order came in, `edge` on the side from which it is read, and how many
 * orders were `passed` before; null where the list is not counted by month.
 */
function farMonth(
  criteria: ListCriteria,
  offset: Value<number>,
  descends: boolean,
): RawBuilder<unknown> | null {
  const status = wholeStatusOf(criteria.queue)
  if (criteria.sort !== 'created_at' || status === undefined || !isWholeQueue(criteria)) return null
  const counted = status === null ? sql`true` : sql`process_status = ${sql.lit(status)}`
  const edge = descends ? sql`month + interval '1 month'` : sql`month`
  return sql`
    select (${edge})::timestamp at time zone 'UTC' as edge, passed
    from (
      select month, sum(sum(n)) over (order by month ${sql.raw(descends ? 'desc' : 'asc')}) - sum(n) as passed
      from order_months
      where ${counted}
      group by month
    ) months
    where passed <= ${offset}
    order by passed desc, month ${sql.raw(descends ? 'asc' : 'desc')}
    limit 1`
}

/** The ids of a page as `order_id, sorted, sort_key`, found on indexes alone: a table expression. */
export const pageIds = (
  criteria: ListCriteria,
  start: PagePlace,
  limit: Value<number>,
  descends: boolean,
): RawBuilder<unknown> =>
  // Keys are written of the page's rows alone, not of all that are sorted.
  sql`(select order_id, sorted, ${keyText(criteria.sort)} as sort_key
    from ${sortedIds(criteria, start, limit, descends)} page)`

function sortedIds(
  criteria: ListCriteria,
  start: PagePlace,
  limit: Value<number>,
  descends: boolean,
): RawBuilder<unknown> {
  const key = sortExpressions[criteria.sort]
  const direction = sql.raw(descends ? 'desc' : 'asc')
  const pageKey = 'after' in start ? start.after : 'before' in start ? start.before : null
  const isBeyondKey = pageKey
    ? sql`(${key}, order_id) ${sql.raw(descends ? '<' : '>')} (${pageKey.at}::${keyType(criteria.sort)}, ${pageKey.orderId})`
    : sql`true`
  const offset = 'offset' in start ? start.offset : 0
  const select = (condition: RawBuilder<unknown>) => sql`
    select order_id, ${key} as sorted
    from orders
    where ${condition}
    order by ${key} ${direction}, order_id ${direction}`

  const month = 'isFar' in start && start.isFar ? farMonth(criteria, offset, descends) : null
  if (month) {
    const isBeyondMonth = sql`created_at ${sql.raw(descends ? '<' : '>=')} (select edge from far_month)`
    return sql`(
      with far_month as materialized (${month})
      ${select(sql`${matchesCriteria(criteria)} and ${isBeyondMonth}`)}
      offset ${offset} - (select passed from far_month) limit ${limit})`
  }
  const [only, ...others] = branchesOf(criteria)
  if (only && others.length === 0)
    return sql`(${select(sql`${only} and ${isBeyondKey}`)} offset ${offset} limit ${limit})`
  const branches = branchesOf(criteria).map(
    (condition) =>
      sql`(${select(sql`${condition} and ${isBeyondKey}`)} limit ${offset}::bigint + ${limit}::bigint)`,
  )
  return sql`(
    select * from (${sql.join(branches, sql` union all `)}) merged
    order by sorted ${direction}, order_id ${direction}
    offset ${offset} limit ${limit})`
}
