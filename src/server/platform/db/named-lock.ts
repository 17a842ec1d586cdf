import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { statement, type PlaceOf } from './statement.ts'

const lock = statement(
  (valueOf: PlaceOf<{ name: string }>) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${valueOf('name')}, 0))`,
)

/** Takes an advisory lock of this name until the transaction ends; waits where another transaction has it. */
export const lockByName = (tx: Tx, name: string) => lock(tx, { name })
