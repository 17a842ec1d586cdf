import { sql } from 'kysely'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'

export type ExpiredRows = {
  [Table in keyof Tables]: {
    table: Table
    /** When a row expires, or its start where `keptMs` is set. */
    date: keyof Tables[Table] & string
    /** ms */
    keptMs?: number
    /** An SQL condition; other rows of the table stay. */
    only?: string
  }
}[keyof Tables]

export const deleteExpired = (tx: Tx, { table, date, keptMs = 0, only = 'true' }: ExpiredRows, now: Date) =>
  sql`
    delete from ${sql.table(table)}
    where ${sql.ref(date)} < ${new Date(now.getTime() - keptMs)} and ${sql.raw(only)}
  `.execute(tx)
