import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { ListFilters } from '#contract/rules/list-filters.ts'
import { type ListCriteria, matchesCriteria } from './list-criteria.queries.ts'
import { matchesFilters } from './list-filters.queries.ts'

/** What is told of a list besides its rows. */
export interface ListTally {
  count: number
  /** How many of them nobody has. */
  unassigned: number
  /** The earliest date, as JSON has it. */
  first: string | null
}

const earliest = (dates: readonly (string | null | undefined)[]): string | null =>
  dates.filter((date) => typeof date === 'string').toSorted()[0] ?? null

const tallyAt = (rows: readonly TallyRow[], at: number): ListTally => ({
  count: rows.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0),
  unassigned: rows.find(({ assignee_id: id }) => id === null)?.counts[at] ?? 0,
  first: earliest(rows.map(({ firsts }) => firsts[at])),
})

/** Of a list narrowed further in some ways: their numbers, in their order, and how many of all its orders a member has, or nobody. */
export async function tallyLists(tx: Tx, within: ListCriteria, lists: readonly TalliedList[]) {
  const rows = await selectTally(tx, within, lists)
  return {
    lists: lists.map((_list, at) => tallyAt(rows, at)),
    countOf: (memberId: number | null) => rows.find(({ assignee_id: id }) => id === memberId)?.n ?? 0,
  }
}

/** What a list is narrowed by, and the date of which the earliest is asked for. */
interface TalliedList {
  filters: ListFilters
  first?: 'due_at' | 'dispute_due_on' | undefined
}

/** Of the orders that one member has, or nobody: their number, and for each list how many of them it holds. */
interface TallyRow {
  assignee_id: number | null
  n: number
  counts: number[]
  /** As JSON has dates; null where there is none, and where none is asked for. */
  firsts: (string | null)[]
}

/** The orders of a list by assignee, and how many of them each narrower list holds, by one pass. */
async function selectTally(tx: Tx, within: ListCriteria, lists: readonly TalliedList[]): Promise<TallyRow[]> {
  const holds = ({ filters }: TalliedList) =>
    sql`filter (where ${sql.join(matchesFilters(filters, within), sql` and `)})`
  const counts = lists.map((list) => sql`count(*) ${holds(list)}`)
  const firsts = lists.map((list): RawBuilder<unknown> =>
    list.first ? sql`min(${sql.ref(list.first)}) ${holds(list)}` : sql`null`,
  )
  const { rows } = await sql<TallyRow>`
    select assignee_id, count(*)::bigint as n, json_build_array(${sql.join(counts)}) as counts,
      json_build_array(${sql.join(firsts)}) as firsts
    from orders where ${matchesCriteria(within)}
    group by assignee_id`.execute(tx)
  return rows
}
