import {
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  type TransactionSettings,
} from 'kysely'

/**
 * Begins a transaction without waiting for the answer: on a pipelined connection the first statement is sent along with
 * it, and where the beginning fails, the end does.
 */
class PipelinedDriver extends PostgresDriver {
  readonly #beginnings = new WeakMap<DatabaseConnection, Promise<void>>()

  override beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const beginning = super.beginTransaction(connection, settings)
    // Whoever ends the transaction is told.
    beginning.catch(() => {})
    this.#beginnings.set(connection, beginning)
    return Promise.resolve()
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#beginnings.get(connection)
    return super.commitTransaction(connection)
  }
}

/** Kysely's dialect over a pool whose connections are pipelined. */
export class PipelinedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new PipelinedDriver(this.#config)
  }
}
