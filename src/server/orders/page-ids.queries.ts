import { sql, type RawBuilder } from 'kysely'
import type { SortField } from '#contract/rules/list-order.ts'
import { isWholeQueue, matchesCriteria, type ListCriteria } from './list-criteria.queries.ts'
import type { PageKey } from './page-key.ts'
import {
  isMissed,
  isNotMissed,
  placementsOf,
  promisedUntil,
  wholeStatusOf,
} from './queue-condition.queries.ts'

/** The indexed expressions: an absent date sorts as the earliest, an absent promise as the latest. */
export const sortExpressions: Record<SortField, RawBuilder<unknown>> = {
  created_at: sql`created_at`,
  travel_date: sql`coalesce(travel_date, '-infinity')`,
  processing_date: sql`coalesce(processing_date, '-infinity')`,
  refund_date: sql`coalesce(refund_date, '-infinity')`,
  due_at: promisedUntil,
}
const keyType = (sort: SortField) => sql.raw(sort === 'travel_date' ? 'date' : 'timestamptz')

/** Of the column `sorted`. A page key keeps microseconds: rounded ones would skip or repeat rows. */
const keyText = (sort: SortField) =>
  sort === 'travel_date'
    ? sql<string>`sorted::text`
    : sql<string>`case when sorted in ('-infinity', 'infinity') then sorted::text
        else to_char(sorted at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') end`

/** Where a page starts: at an offset, or after or before a key. */
export type PageStart = { offset: number } | { after: PageKey } | { before: PageKey }

/** Part of a list, in the order of the list; `later` is added to what it is sorted by. */
interface Branch {
  condition: RawBuilder<unknown>
  later: RawBuilder<unknown> | null
}

/** Puts what is missed behind everything else that is sorted by its promise, and leaves it in order (product §12). */
const missedLater = sql`interval '1000 years'`

const byUrgency = (condition: RawBuilder<unknown>, today: string): Branch[] => [
  { condition: sql`${condition} and ${isNotMissed(today)}`, later: null },
  { condition: sql`${condition} and ${isMissed(today)}`, later: missedLater },
]

/**
 * A queue of several placements is read as one ordered branch for each, which are merged: an `or` would read and sort all of
 * its orders. What is narrowed further has one condition.
 */
function branchesOf(criteria: ListCriteria): Branch[] {
  const { queue, view, sort } = criteria
  const conditions = isWholeQueue(criteria) ? placementsOf(queue, view) : [matchesCriteria(criteria)]
  return conditions.flatMap((condition) =>
    sort === 'due_at' ? byUrgency(condition, view.today) : [{ condition, later: null }],
  )
}

/** From here on months are passed over rather than orders. */
const farOffset = 1000

/**
 * Page sizes that stand in the statements themselves, as the start of a first page does: of an unknown limit or offset
 * PostgreSQL expects a tenth of all rows, and plans each time anew.
 */
const usualLimits: ReadonlySet<number> = new Set([10, 25, 50, 100, 500])

const limitText = (limit: number) => (usualLimits.has(limit) ? sql.lit(limit) : sql`${limit}`)
const offsetText = (offset: number) => (offset === 0 ? sql.lit(0) : sql`${offset}`)

/**
 * Where a far page begins: the month that its first order came in, `edge` on the side from which it is read, and how many
 * orders were `passed` before; null where the list is not counted by month.
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

/** The ids of a page as `order_id, sorted, sort_key`, found on indexes alone: a table expression. */
export const pageIds = (
  criteria: ListCriteria,
  start: PageStart,
  limit: number,
  descends: boolean,
): RawBuilder<unknown> =>
  // Keys are written of the page's rows alone, not of all that are sorted.
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
