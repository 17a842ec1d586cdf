import { sql, type RawBuilder } from 'kysely'
import type { SortField } from '#contract/rules/list-order.ts'
import { isWholeQueue, matchesCriteria, type ListCriteria } from './list-criteria.queries.ts'
import type { PageKey } from './page-key.ts'
import {
  isMissed,
  isNotMissed,
  placementsOf,
  promisedUntil,
  answeredUntil,
  wholeStatusOf,
} from './queue-condition.queries.ts'

/** The indexed expressions: an absent date sorts as the earliest, an absent promise or answer as the latest. */
export const sortExpressions: Record<SortField, RawBuilder<unknown>> = {
  created_at: sql`created_at`,
  travel_date: sql`coalesce(travel_date, '-infinity')`,
  processing_date: sql`coalesce(processing_date, '-infinity')`,
  refund_date: sql`coalesce(refund_date, '-infinity')`,
  due_at: promisedUntil,
  dispute_due_at: answeredUntil,
}
const keyType = (sort: SortField) => sql.raw(sort === 'travel_date' ? 'date' : 'timestamptz')

/** Keeps microseconds: a rounded page key would skip or repeat rows. */
const keyText = (sort: SortField) =>
  sort === 'travel_date'
    ? sql<string>`sorted::text`
    : sql<string>`case when sorted in ('-infinity', 'infinity') then sorted::text
        else to_char(sorted at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') end`

/** An offset, or a key before or after the page. */
export type PageStart = { offset: number } | { after: PageKey } | { before: PageKey }

/** A part of a list in list order; `later` is added to its sort value. */
interface Branch {
  condition: RawBuilder<unknown>
  later: RawBuilder<unknown> | null
}

/** Sorts missed orders after all others, by promise (product §12). */
const missedLater = sql`interval '1000 years'`

const byUrgency = (condition: RawBuilder<unknown>, today: string): Branch[] => [
  { condition: sql`${condition} and ${isNotMissed(today)}`, later: null },
  { condition: sql`${condition} and ${isMissed(today)}`, later: missedLater },
]

/**
 * Reads a queue of several placements as one ordered branch each and merges them: an `or` would read and sort the
 * whole queue. A narrowed list has one condition.
 */
function branchesOf(criteria: ListCriteria): Branch[] {
  const { queue, view, sort } = criteria
  const conditions = isWholeQueue(criteria) ? placementsOf(queue, view) : [matchesCriteria(criteria)]
  return conditions.flatMap((condition) =>
    sort === 'due_at' ? byUrgency(condition, view.today) : [{ condition, later: null }],
  )
}

/** From this offset on, whole months are skipped instead of orders. */
const farOffset = 1000

/**
 * These sizes, and offset 0, are literals: for an unknown limit PostgreSQL expects a tenth of all rows and plans each
 * time.
 */
const usualLimits: ReadonlySet<number> = new Set([10, 25, 50, 100, 500])

const limitText = (limit: number) => (usualLimits.has(limit) ? sql.lit(limit) : sql`${limit}`)
const offsetText = (offset: number) => (offset === 0 ? sql.lit(0) : sql`${offset}`)

/**
 * The month in which a far page begins: `edge` is its side from which the page is read, `passed` the number of orders
 * before it. Null if the list has no counts by month.
 */
function farMonth(criteria: ListCriteria, offset: number, descends: boolean): RawBuilder<unknown> | null {
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

/** A table expression of `order_id, sorted, sort_key`, found on indexes alone. */
export const pageIds = (
  criteria: ListCriteria,
  start: PageStart,
  limit: number,
  descends: boolean,
): RawBuilder<unknown> =>
  // Formats the keys of the page's rows only.
  sql`(select order_id, sorted, ${keyText(criteria.sort)} as sort_key
    from ${sortedIds(criteria, start, limit, descends)} page)`

function sortedIds(
  criteria: ListCriteria,
  start: PageStart,
  limit: number,
  descends: boolean,
): RawBuilder<unknown> {
  const key = sortExpressions[criteria.sort]
  const direction = sql.raw(descends ? 'desc' : 'asc')
  const pageKey = 'after' in start ? start.after : 'before' in start ? start.before : null
  const offset = 'offset' in start ? start.offset : 0
  const select = ({ condition, later }: Branch) => {
    const sorted = later ? sql`${key} + ${later}` : key
    const keyAt = pageKey && sql`${pageKey.at}::${keyType(criteria.sort)}${later ? sql` - ${later}` : sql``}`
    const isBeyondKey =
      pageKey && sql` and (${key}, order_id) ${sql.raw(descends ? '<' : '>')} (${keyAt}, ${pageKey.orderId})`
    return sql`
      select order_id, ${sorted} as sorted
      from orders
      where ${condition}${isBeyondKey ?? sql``}
      order by ${key} ${direction}, order_id ${direction}`
  }

  const month = offset >= farOffset ? farMonth(criteria, offset, descends) : null
  if (month) {
    const isBeyondMonth = sql`created_at ${sql.raw(descends ? '<' : '>=')} (select edge from far_month)`
    const condition = sql`${matchesCriteria(criteria)} and ${isBeyondMonth}`
    return sql`(
      with far_month as materialized (${month})
      ${select({ condition, later: null })}
      offset ${offset} - (select passed from far_month) limit ${limitText(limit)})`
  }
  const [only, ...others] = branchesOf(criteria)
  if (only && others.length === 0)
    return sql`(${select(only)} offset ${offsetText(offset)} limit ${limitText(limit)})`
  const branches = branchesOf(criteria).map(
    (branch) => sql`(${select(branch)} limit ${offsetText(offset)}::bigint + ${limitText(limit)}::bigint)`,
  )
  return sql`(
    select * from (${sql.join(branches, sql` union all `)}) merged
    order by sorted ${direction}, order_id ${direction}
    offset ${offsetText(offset)} limit ${limitText(limit)})`
}
