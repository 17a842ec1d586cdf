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

/** Kysely's own waits for the answer of each statement before it sends the next; here they go out as they come. */
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

  /** What is sent later would be outside its transaction. */
  end(): void {
    this.#isOver = true
  }
}

/** Connections come from the executor; nothing else is asked for any. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('The executor has the connection.')),
})
const propsOf = (executor: QueryExecutor): KyselyProps => ({
  config: { dialect },
  driver: new DummyDriver(),
  dialect,
  executor,
})

/** Runs `work`, whose statements stand for themselves, on one connection. */
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

/** `begin` opens it; a transaction that only read is rolled back, which unlike a commit also frees a lost connection. */
interface TransactionKind {
  begin: string
  onlyReads?: boolean
}

/**
 * Runs `work` in a transaction; its beginning is sent with its first statement. Statements that need not wait for each other
 * are given at once (`Promise.all`): those that were sent before the first failure are answered before the rollback, and a
 * later one is refused.
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
    // Waited for with the end.
    begun.catch(() => {})
    const rollBack = () => {
      provider.end()
      return send('rollback').catch(() => {})
    }
    try {
      const result = await work(tx)
      if (onlyReads) {
        // Not waited for: whoever has the connection next comes after it.
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
