import { once } from 'node:events'
import pg from 'pg'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import Cursor from 'pg-cursor'
import { inPipelinedTransaction, onPipelinedConnection } from './pipelined-connection.ts'
import { connectionName } from './migrations.ts'
import { isPlanOutdated, PreparingClient } from './prepared-client.ts'
import { RefusalError } from '../refusal.ts'
import { currentHolding, type Holding } from '../shares/holder.ts'
import { createShares } from '../shares/shares.ts'
import type { Tables } from './tables.ts'

/** Closes also when its connection has gone; `pg-cursor` waits for an answer of it for ever, and with it a reader and a pool. */
class ClosingCursor extends Cursor {
  declare private readonly connection: pg.Connection | null

  override close(): Promise<void>
  override close(callback: (error: Error) => void): undefined
  override close(callback?: (error: Error) => void): Promise<void> | undefined
  override close(callback?: (error: Error) => void): Promise<void> | undefined {
    return callback ? super.close(callback) : this.closeOrLose()
  }

  private async closeOrLose(): Promise<void> {
    const stream = this.connection?.stream
    if (!stream) return super.close()
    if (stream.destroyed) return
    const closed = new AbortController()
    const gone = once(stream, 'close', { signal: closed.signal }).catch(() => {})
    await Promise.race([super.close(), gone])
    closed.abort()
  }
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
/** OID of `bigint[]`. */
const int8Array: number = 1016
pg.types.setTypeParser(int8Array, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))
// Dates are days, not instants: as text they are never shifted by a time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Db = Kysely<Tables>
/** A function that writes takes a `Tx`: it cannot be called outside a transaction. */
export type Tx = Transaction<Tables>

interface PoolSettings extends pg.PoolConfig {
  /** Of what calls come and go on; a long read has rules of its own. */
  hasShares?: boolean
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

export interface ConnectionSettings {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  database?: string
  max?: number
  connectionTimeoutMillis?: number
}

/** ms until a request that no connection is free for is refused. */
const connectionTimeoutMillis = 5000

/** ms: a desk asks now and then, and each new connection costs PostgreSQL a process. */
const idleTimeoutMillis = 60_000

/** A pool that knows its connections, those in use too; one that is for all calls gives nobody more than a share. */
export class Pool extends pg.Pool {
  readonly #clients = new Set<pg.PoolClient>()
  readonly #shares: ReturnType<typeof createShares> | undefined

  constructor({ hasShares = false, ...settings }: PoolSettings) {
    super(settings)
    const { max } = this.options
    if (hasShares)
      this.#shares = createShares({
        total: Infinity,
        perHolder: Math.ceil(max / 4),
        strangers: Math.ceil((max * 2) / 3),
      })
    this.on('connect', (client) => this.#clients.add(client))
    this.on('remove', (client) => this.#clients.delete(client))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    return callback ? super.connect(callback) : this.#connectFor(currentHolding())
  }

  /** Whoever has one and needs another gets it at once: they would else wait for themselves. */
  async #connectFor(holding: Holding | undefined): Promise<pg.PoolClient> {
    if (!this.#shares || !holding || holding.connections > 0) return super.connect()
    const releaseShare = await this.#shares.claim(holding.holder)
    try {
      const client = await super.connect()
      holding.connections += 1
      const { release } = client
      client.release = (destroy) => {
        holding.connections -= 1
        release.call(client, destroy)
        releaseShare()
      }
      return client
    } catch (error) {
      releaseShare()
      throw error
    }
  }

  /** Destroys every socket; pending queries reject. */
  destroyConnections(): void {
    for (const client of this.#clients) if (client instanceof PreparingClient) client.destroy()
  }
}

export const openPool = (settings: PoolSettings, onError: (error: Error) => void): Pool =>
  new Pool({
    max: 12,
    connectionTimeoutMillis,
    idleTimeoutMillis,
    Client: PreparingClient,
    application_name: connectionName,
    ...settings,
  })
    .on('error', onError)
    // The pool listens to idle ones alone: one that is lost in use, between two statements, would end the process.
    .on('connect', (client) => client.on('error', onError))

interface OpenedDatabase {
  db: Db
  pool: Pool
}

/** Statements of one connection are sent without waiting for each other. */
export function openDatabase(settings: ConnectionSettings, onError: (error: Error) => void): OpenedDatabase {
  const pool = openPool({ ...settings, pipeline: true, hasShares: true }, onError)
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool }
}

/** For what is read piece by piece: with a cursor, which a pipelined connection cannot have. */
export function openCursorDatabase(
  settings: ConnectionSettings,
  onError: (error: Error) => void,
): OpenedDatabase {
  const pool = openPool(settings, onError)
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool, cursor: ClosingCursor }) }), pool }
}

/** The connections of a pool: those that are open, of them those that are free, the most there may be, and who waits for one. */
export interface PoolState {
  totalCount: number
  idleCount: number
  waitingCount: number
  options: { max: number }
}

/** Rejects where no connection can be made. */
export const ping = (db: Db) => sql`select 1`.execute(db)

/** A lock was not free within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'

/** No connection became free in time, or the statement took longer than it may. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof Error &&
  (/timeout exceeded when trying to connect/.test(error.message) ||
    ('code' in error && (error.code === '57014' || error.code === '53300')))

/** No table and no log can grow: what was written is rolled back. */
export const isDatabaseFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '53100'

/** Errors of a socket, and of pg, where a connection was refused or has ended. */
const lostConnection =
  /^connect |ECONNRESET|EPIPE|Connection terminated|not queryable|timeout exceeded when trying to connect/

/** The primary was found to be away while something waited for it. */
export class PrimaryAway extends Error {
  constructor() {
    super('the primary database does not answer')
  }
}

/**
 * The database cannot be reached, is starting or stopping (SQLSTATE classes 08 and 57P), or has become a replica, which takes
 * no writes (25006): it, or another in its place, may answer a little later.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof PrimaryAway ||
    lostConnection.test(error.message) ||
    ('code' in error && /^(08|57P0|25006)/.test(String(error.code))))

const isRetryable = (error: unknown) =>
  isPlanOutdated(error) ||
  (error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01'))

const refusedBySql = { PB403: 'forbidden', PB409: 'conflict' } as const

/** What a trigger refuses is a refusal like any other, in its words. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const kind = Object.entries(refusedBySql).find(([code]) => code === error.code)?.[1]
  return kind ? new RefusalError(kind, error.message) : error
}

const orOnceMore = <T>(run: () => Promise<T>): Promise<T> =>
  run()
    .catch((error: unknown) => {
      if (isRetryable(error)) return run()
      throw error
    })
    .catch((error: unknown) => {
      throw asRefusal(error)
    })

/**
 * Runs `work` in a transaction; once more after a deadlock, a serialization failure, or a migration that outdated a
 * prepared statement.
 */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  orOnceMore(() => inPipelinedTransaction(db, { begin: 'begin' }, work))

const oneSnapshot = 'start transaction isolation level repeatable read'

/** The same over one snapshot: for what is read and recorded. */
export const inRecordedSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  orOnceMore(() => inPipelinedTransaction(db, { begin: oneSnapshot }, work))

/** Runs `work`, whose statements stand for themselves, on one connection; once more as a transaction is. */
export const onConnection = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  orOnceMore(() => onPipelinedConnection(db, work))

/** Runs `work` over one snapshot: what it counts and what it lists agree. Its end is not waited for, since it only read. */
export const inSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  orOnceMore(() => inPipelinedTransaction(db, { begin: `${oneSnapshot} read only`, onlyReads: true }, work))
