import { sql, type RawBuilder } from 'kysely'
import type { ListFilters } from '#contract/rules/list-filters.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { matchesCriteria, type ListCriteria } from './list-criteria.queries.ts'
import { matchesFilters } from './list-filters.queries.ts'

/** What a list is narrowed by, and the date of which the earliest is asked for. */
export interface TalliedList {
  filters: ListFilters
  first?: 'due_at' | 'dispute_due_on' | undefined
}

/** Of the orders that one member has, or nobody: their number, and for each list how many of them it holds. */
export interface TallyRow {
  assignee_id: number | null
  n: number
  counts: number[]
  /** As JSON has dates; null where there is none, and where none is asked for. */
  firsts: (string | null)[]
}

/** The orders of a list by assignee, and how many of them each narrower list holds, by one pass. */
export async function selectTally(
  tx: Tx,
  within: ListCriteria,
  lists: readonly TalliedList[],
): Promise<TallyRow[]> {
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
