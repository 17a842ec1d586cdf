import { sql } from 'kysely'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'

/** The rows of a table that go once their time is over. */
export type ExpiredRows = {
  [Table in keyof Tables]: {
    table: Table
    /** When the time of a row is over, or with `keptMs` when it began. */
    date: keyof Tables[Table] & string
    /** ms */
    keptMs?: number
    /** A condition in SQL, for a table of which other rows stay. */
    only?: string
  }
}[keyof Tables]

export const deleteExpired = (tx: Tx, { table, date, keptMs = 0, only = 'true' }: ExpiredRows, now: Date) =>
  sql`
    delete from ${sql.table(table)}
    where ${sql.ref(date)} < ${new Date(now.getTime() - keptMs)} and ${sql.raw(only)}
  `.execute(tx)
