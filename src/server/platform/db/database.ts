import { once } from 'node:events'
import pg from 'pg'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import Cursor from 'pg-cursor'
import { inPipelinedTransaction, onPipelinedConnection } from './pipelined-connection.ts'
import { connectionName } from './migrations.ts'
import { isPlanOutdated, PreparingClient } from './prepared-client.ts'
import { errorCode, errorMessage } from '../error-code.ts'
import { RefusalError } from '../refusal.ts'
import { currentHolding, type Holding } from '../shares/holder.ts'
import { createShares } from '../shares/shares.ts'
import type { Tables } from './tables.ts'

/** `pg-cursor` never resolves `close()` after a lost connection, which leaks a reader and a pool slot. */
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
// Dates are days, not instants: as text, no time zone shifts them.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Db = Kysely<Tables>
/** A function that writes takes a `Tx`, so it cannot be called outside a transaction. */
export type Tx = Transaction<Tables>

interface PoolSettings extends pg.PoolConfig {
  /** For pools of calls; long reads have limits of their own. */
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

const connectionTimeoutMillis = 5000

/** ms. Desks poll, and each new connection costs PostgreSQL a process. */
const idleTimeoutMillis = 60_000

/** Tracks its connections, also those in use. With `hasShares`, one holder gets a share of them. */
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

  /** A holder that has a connection gets another at once; waiting for its own share would deadlock. */
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
    // The pool listens to idle connections only. Without a listener, a connection lost between two statements ends the
    // process.
    .on('connect', (client) => client.on('error', onError))

interface OpenedDatabase {
  db: Db
  pool: Pool
}

/** Statements of one connection are pipelined. */
export function openDatabase(settings: ConnectionSettings, onError: (error: Error) => void): OpenedDatabase {
  const pool = openPool({ ...settings, pipeline: true, hasShares: true }, onError)
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool }
}

/** For reads by cursor, which a pipelined connection cannot have. */
export function openCursorDatabase(
  settings: ConnectionSettings,
  onError: (error: Error) => void,
): OpenedDatabase {
  const pool = openPool(settings, onError)
  return { db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool, cursor: ClosingCursor }) }), pool }
}

export interface PoolState {
  totalCount: number
  idleCount: number
  waitingCount: number
  options: { max: number }
}

export const ping = (db: Db) => sql`select 1`.execute(db)

export const isLockTimeout = (error: unknown): boolean => errorCode(error) === '55P03'

/** No connection became free in time, or the statement timed out. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof Error &&
  (/timeout exceeded when trying to connect/.test(error.message) ||
    ['57014', '53300'].includes(errorCode(error) ?? ''))

/** A replica, or a database that its provider has made read-only, mostly because its disk is full. */
export const takesNoWrites = (error: unknown): boolean => errorCode(error) === '25006'

/** The database's disk is full; the transaction is rolled back. */
export const isDatabaseFull = (error: unknown): boolean => errorCode(error) === '53100'

/** Errors of a socket and of pg where a connection was refused or has ended. */
const lostConnection =
  /^connect |ECONNRESET|EPIPE|Connection terminated|not queryable|timeout exceeded when trying to connect/

export class PrimaryAway extends Error {
  constructor() {
    super('the primary database does not answer')
  }
}

/** The database cannot be reached, or is starting or stopping (SQLSTATE classes 08 and 57P). A retry may succeed. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof PrimaryAway ||
    lostConnection.test(error.message) ||
    /^(08|57P0)/.test(errorCode(error) ?? ''))

/** The primary is away or has become a replica: another connection or a later retry may succeed. */
export const isPrimaryAway = (error: unknown): boolean => isDatabaseAway(error) || takesNoWrites(error)

const isRetryable = (error: unknown) =>
  isPlanOutdated(error) || ['40001', '40P01'].includes(errorCode(error) ?? '')

const refusedBySql = { PB403: 'forbidden', PB409: 'conflict' } as const

function asRefusal(error: unknown): unknown {
  const kind = Object.entries(refusedBySql).find(([code]) => code === errorCode(error))?.[1]
  return kind ? new RefusalError(kind, errorMessage(error)) : error
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
 * Runs `work` in a transaction. Repeats it once after a deadlock, a serialization failure, or a migration that outdated
 * a prepared statement.
 */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  orOnceMore(() => inPipelinedTransaction(db, { begin: 'begin' }, work))

const oneSnapshot = 'start transaction isolation level repeatable read'

/** The same over one snapshot, for what is read and recorded. */
export const inRecordedSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  orOnceMore(() => inPipelinedTransaction(db, { begin: oneSnapshot }, work))

/** Runs `work` on one connection without a transaction. Repeats it once like `inTransaction`. */
export const onConnection = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  orOnceMore(() => onPipelinedConnection(db, work))

/** Runs `work` over one snapshot, so that its counts and lists agree. The final rollback is not awaited. */
export const inSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  orOnceMore(() => inPipelinedTransaction(db, { begin: `${oneSnapshot} read only`, onlyReads: true }, work))
