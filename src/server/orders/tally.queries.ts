import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import { matchesCriteria, type ListCriteria } from './list-criteria.queries.ts'

/** A list, and the date of which the earliest is asked for. */
export interface TalliedList {
  criteria: ListCriteria
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

/** The orders of `within` by assignee, and of each list that lies within it how many, by one pass. */
export async function selectTally(
  tx: Tx,
  within: ListCriteria,
  lists: readonly TalliedList[],
): Promise<TallyRow[]> {
  const counts = lists.map(({ criteria }) => sql`count(*) filter (where ${matchesCriteria(criteria)})`)
  const firsts = lists.map(({ criteria, first }): RawBuilder<unknown> =>
    first ? sql`min(${sql.ref(first)}) filter (where ${matchesCriteria(criteria)})` : sql`null`,
  )
  const { rows } = await sql<TallyRow>`
    select assignee_id, count(*)::bigint as n, json_build_array(${sql.join(counts)}) as counts,
      json_build_array(${sql.join(firsts)}) as firsts
    from orders where ${matchesCriteria(within)}
    group by assignee_id`.execute(tx)
  return rows
}
