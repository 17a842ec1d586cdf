import { sql, type RawBuilder } from 'kysely'
import { incomingMailActor, type EventAction } from '#contract/rules/order-events.ts'
import { inTransaction, type Db, type Tx } from '../db/database.ts'

const received = 'reply received' satisfies EventAction
/** What stands for an address in the words of a provider; newer versions leave addresses out as they write them. */
const address = '[^[:space:]<>,;:"()]+@[^[:space:]<>,;:"()]+'

interface ReadableColumn {
  table: 'order_events' | 'mails' | 'mail_reports'
  set: RawBuilder<unknown>
  /** What still has an address. */
  where: RawBuilder<unknown>
}

/** Columns that are not sealed and had addresses in older versions. */
const columns: readonly ReadableColumn[] = [
  {
    table: 'order_events',
    set: sql`actor = ${incomingMailActor}`,
    where: sql`action = ${received} and actor like '%@%'`,
  },
  {
    table: 'mails',
    set: sql`error = regexp_replace(error, ${address}, '[e-mail]', 'g')`,
    where: sql`error ~ ${address}`,
  },
  {
    table: 'mail_reports',
    set: sql`detail = regexp_replace(detail, ${address}, '[e-mail]', 'g')`,
    where: sql`detail ~ ${address}`,
  },
]

const rowsPerBatch = 5000

/** The ids of the next rows, from the first to the last; null where there are none. */
async function selectNextIds(
  tx: Tx,
  { table }: ReadableColumn,
  after: string | null,
): Promise<string[] | null> {
  const { rows } = await sql<{ rowId: string }>`
    select id::text as "rowId" from ${sql.table(table)} ${after === null ? sql`` : sql`where id > ${after}`}
    order by id limit ${rowsPerBatch}
  `.execute(tx)
  const [first, last] = [rows[0], rows.at(-1)]
  return first && last ? [first.rowId, last.rowId] : null
}

/** Takes the addresses out of the next rows; answers the last id, null at the end. */
async function removeNextAddresses(tx: Tx, column: ReadableColumn, after: string | null) {
  const ids = await selectNextIds(tx, column, after)
  if (!ids) return null
  await sql`
    update ${sql.table(column.table)} set ${column.set}
    where id between ${ids[0]} and ${ids[1]} and ${column.where}
  `.execute(tx)
  return ids[1] ?? null
}

/** Takes addresses out of what older versions wrote, in batches of a transaction each. */
export async function removeFormerAddresses(db: Db): Promise<void> {
  for (const column of columns) {
    let last: string | null = null
    do {
      const after: string | null = last
      last = await inTransaction(db, (tx) => removeNextAddresses(tx, column, after))
    } while (last !== null)
  }
}
