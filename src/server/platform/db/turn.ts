import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Waits until no other transaction has the turn of this name; it is given on when this one ends. */
export const waitForTurn = (tx: Tx, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
