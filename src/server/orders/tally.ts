import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { ListFilters } from '#contract/rules/list-filters.ts'
import type { FirstDate } from '#contract/rules/shift-figures.ts'
import { type ListCriteria, matchesCriteria } from './list-criteria.queries.ts'
import { matchesFilters } from './list-filters.queries.ts'

export interface ListTally {
  count: number
  unassigned: number
  /** The earliest date, as JSON. */
  first: string | null
}

const earliest = (dates: readonly (string | null | undefined)[]): string | null =>
  dates.filter((date) => typeof date === 'string').toSorted()[0] ?? null

const tallyAt = (rows: readonly TallyRow[], at: number): ListTally => ({
  count: rows.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0),
  unassigned: rows.find(({ assignee_id: id }) => id === null)?.counts[at] ?? 0,
  first: earliest(rows.map(({ firsts }) => firsts[at])),
})

/** Counts narrower lists within a list, and the orders of each assignee. */
export async function tallyLists(tx: Tx, within: ListCriteria, lists: readonly TalliedList[]) {
  const rows = await selectTally(tx, within, lists)
  return {
    lists: lists.map((_list, at) => tallyAt(rows, at)),
    countOf: (memberId: number | null) => rows.find(({ assignee_id: id }) => id === memberId)?.n ?? 0,
  }
}

/** The filters, and which earliest date is wanted. */
interface TalliedList {
  filters: ListFilters
  first?: FirstDate | undefined
}

const firstDates: Record<FirstDate, RawBuilder<unknown>> = {
  due_at: sql`due_at`,
  asked_at: sql`(select q.asked_at from customer_requests q where q.order_id = orders.order_id and q.ended_at is null)`,
}

/** The orders of one assignee, or of none: their number, and how many are in each list. */
interface TallyRow {
  assignee_id: number | null
  n: number
  counts: number[]
  /** Dates as JSON; null if there is none or none is wanted. */
  firsts: (string | null)[]
}

/** One pass over the list, grouped by assignee. */
async function selectTally(tx: Tx, within: ListCriteria, lists: readonly TalliedList[]): Promise<TallyRow[]> {
  const holds = ({ filters }: TalliedList) =>
    sql`filter (where ${sql.join(matchesFilters(filters, within), sql` and `)})`
  const counts = lists.map((list) => sql`count(*) ${holds(list)}`)
  const firsts = lists.map((list): RawBuilder<unknown> =>
    list.first ? sql`min(${firstDates[list.first]}) ${holds(list)}` : sql`null`,
  )
  const { rows } = await sql<TallyRow>`
    select assignee_id, count(*)::bigint as n, json_build_array(${sql.join(counts)}) as counts,
      json_build_array(${sql.join(firsts)}) as firsts
    from orders where ${matchesCriteria(within)}
    group by assignee_id`.execute(tx)
  return rows
}
