import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresDialect,
  Transaction,
  type ConnectionProvider,
  type DatabaseConnection,
  type KyselyProps,
  type QueryExecutor,
} from 'kysely'

/** Kysely's own provider waits for each statement's answer before it sends the next; this one sends them at once. */
class PipeliningProvider implements ConnectionProvider {
  readonly #connection: DatabaseConnection
  #isOver = false

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (this.#isOver) throw new Error('The connection is free, or its transaction over.')
    return consumer(this.#connection)
  }

  /** A statement sent later would be outside its transaction. */
  end(): void {
    this.#isOver = true
  }
}

/** The executor provides connections; the dialect never connects. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('The executor has the connection.')),
})
const propsOf = (executor: QueryExecutor): KyselyProps => ({
  config: { dialect },
  driver: new DummyDriver(),
  dialect,
  executor,
})

export const onPipelinedConnection = <Tables, T>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> => {
  const executor = db.getExecutor()
  return executor.provideConnection(async (connection) => {
    const provider = new PipeliningProvider(connection)
    const bound = new Kysely<Tables>(propsOf(executor.withConnectionProvider(provider)))
    return work(bound).finally(() => provider.end())
  })
}

/**
 * `begin` is the opening statement. A transaction that only read is rolled back, which unlike a commit also frees a
 * lost connection.
 */
interface TransactionKind {
  begin: string
  onlyReads?: boolean
}

/**
 * Runs `work` in a transaction; `begin` is sent with the first statement. Independent statements are sent at once
 * (`Promise.all`): those sent before the first failure are answered before the rollback, and later ones are refused.
 */
export const inPipelinedTransaction = <Tables, T>(
  db: Kysely<Tables>,
  { begin, onlyReads = false }: TransactionKind,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> => {
  const executor = db.getExecutor()
  return executor.provideConnection(async (connection) => {
    const send = (text: string) => connection.executeQuery(CompiledQuery.raw(text))
    const provider = new PipeliningProvider(connection)
    const tx = new Transaction<Tables>(propsOf(executor.withConnectionProvider(provider)))
    const begun = send(begin)
    // The commit reports this error.
    begun.catch(() => {})
    const rollBack = () => {
      provider.end()
      return send('rollback').catch(() => {})
    }
    try {
      const result = await work(tx)
      if (onlyReads) {
        // Not awaited: the connection's next statement follows it.
        void rollBack()
        return result
      }
      provider.end()
      await Promise.all([begun, send('commit')])
      return result
    } catch (error) {
      await rollBack()
      throw error
    }
  })
}
