import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Takes an advisory lock of this name until the transaction ends; waits where another transaction has it. */
export const lockByName = (tx: Tx, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
