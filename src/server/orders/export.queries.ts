import { sql } from 'kysely'
import { exportFields } from '#contract/export.ts'
import type { OrderRow } from '#contract/orders.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { matchesCriteria, type ListCriteria } from './list-criteria.queries.ts'
import { sortExpressions } from './page-ids.queries.ts'
import { rowFields } from './row-fields.queries.ts'

/** Rows that are in memory at once. */
const batchSize = 500

export interface RowRange {
  offset: number
  /** null: to the end. */
  limit: number | null
}

/** The rows of a list, read one batch after the other by one statement: from one snapshot, however many there are. */
export async function* streamRows(
  tx: Tx,
  criteria: ListCriteria,
  { offset, limit }: RowRange,
): AsyncGenerator<OrderRow> {
  const fields = rowFields(criteria.view)
  const direction = sql.raw(criteria.order)
  const statement = sql<OrderRow>`
    select ${sql.join(exportFields.map((field) => sql`${fields[field]} as ${sql.ref(field)}`))}
    from orders o left join (select id, name from members) a on a.id = o.assignee_id
    where ${matchesCriteria(criteria)}
    order by ${sortExpressions[criteria.sort]} ${direction}, order_id ${direction}
    offset ${offset} limit ${limit}
  `.compile(tx)
  for await (const { rows } of tx.getExecutor().stream<OrderRow>(statement, batchSize)) yield* rows
}
