import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { inTransaction, openPool, type ConnectionSettings, type Tx } from './database.ts'
import type { PrimaryWatch } from './primary-watch.ts'
import type { Tables } from './tables.ts'

/** A transaction that can also copy. */
export interface BulkTransaction {
  tx: Tx
  /** Inserts rows in the text format of COPY, each a line of `cells` of these columns; none are none. */
  copy<T extends keyof Tables>(
    table: T,
    columns: readonly (keyof Tables[T] & string)[],
    rows: readonly string[],
  ): Promise<void>
}

/** One connection for many rows at once; COPY needs one that is not pipelined. */
export interface BulkDatabase {
  transaction<T>(work: (bulk: BulkTransaction) => Promise<T>): Promise<T>
  end(): Promise<void>
}

/** Connects when it is first used. Transactions follow each other. */
export function openBulkDatabase(
  settings: ConnectionSettings,
  primary: PrimaryWatch | null,
  onError: (error: Error) => void,
): BulkDatabase {
  const pool = openPool({ ...settings, max: 1 }, onError)
  primary?.watchPool(pool)
  let client: pg.PoolClient | undefined
  pool.on('acquire', (acquired) => (client = acquired))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const copy: BulkTransaction['copy'] = async (table, columns, rows) => {
    if (rows.length === 0) return
    if (!client) throw new Error('nothing is copied outside a transaction')
    const { from: copyFrom } = await import('pg-copy-streams')
    const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    const stream = client.query(copyFrom(`copy ${pg.escapeIdentifier(table)} (${names}) from stdin`))
    await pipeline([Buffer.from(`${rows.join('\n')}\n`)], stream)
  }
  return {
    transaction: (work) => inTransaction(db, (tx) => work({ tx, copy })),
    end: () => db.destroy(),
  }
}
