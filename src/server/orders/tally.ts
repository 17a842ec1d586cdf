import type { Tx } from '#server/platform/db/database.ts'
import type { ListCriteria } from './list-criteria.queries.ts'
import { selectTally, type TalliedList, type TallyRow } from './tally.queries.ts'

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
