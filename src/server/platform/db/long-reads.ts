import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { refuse } from '../refusal.ts'
import type { AsOf } from '#contract/endpoint.ts'
import type { Call } from '../work.ts'
import { isLockTimeout, type Tx } from './database.ts'
import { lockByName } from './named-lock.ts'
import { readFrom } from './replica.ts'

/** For everything that a long list or an export reads, in ms. */
export const longReadMs = 10 * 60_000
/** Between two batches: a client that reads slowly. */
const idleMs = 90_000
/** What is read before it is taken: it may be a batch of rows. */
const readAhead = 1
/** For the end of one that its reader has just left. */
const waitMs = 2000

/** One snapshot that is read in batches while a client takes them. */
export interface LongRead {
  tx: Tx
  /** Where it reads from a replica: until when that has everything at least. */
  asOf: AsOf | undefined
  /** The rows; once they are read, or nobody takes them any more, the connection is free. */
  stream<Row>(rows: AsyncIterable<Row>): Readable
  /** Frees the connection where nothing is streamed. Repeatable. */
  end(): Promise<void>
}

/** Ends before the reader learns of the end, so that whoever asks again at once finds the connection free. */
async function* endingWith<Row>(rows: AsyncIterable<Row>, end: () => Promise<void>) {
  try {
    yield* rows
  } finally {
    await end()
  }
}

const setLocally = (tx: Tx, name: string, ms: number) =>
  sql`select set_config(${name}, ${String(ms)}, true)`.execute(tx)

/**
 * Begins to read what may take long, on one of the few connections for it: whoever reads slowly keeps nobody else from
 * the database. It reads from the replica, where there is one. 429 while the member has another such list or export open, on whatever server; 503 while all
 * connections are in use.
 */
export const startLongRead = (call: Call): Promise<LongRead> => readFrom(call, 'always', beginLongRead)

async function beginLongRead({ longReads, actor, log }: Call, asOf?: AsOf): Promise<LongRead> {
  const tx = await longReads
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  let rollback: Promise<void> | undefined
  // A rollback, because unlike a commit it also frees a connection that the database has closed.
  const end = () =>
    (rollback ??= tx
      .rollback()
      .execute()
      .catch((error) => log.error({ err: error }, 'the end of a long list')))
  try {
    await setLocally(tx, 'statement_timeout', longReadMs)
    await setLocally(tx, 'idle_in_transaction_session_timeout', idleMs)
    await setLocally(tx, 'lock_timeout', waitMs)
    await lockByName(tx, `long read ${actor.id}`).catch((error: unknown) => {
      if (isLockTimeout(error))
        refuse('tooMany', 'Another long list or export of yours is still open.', { retryAfter: 10 })
      throw error
    })
    // A migration may have the table for a while.
    await setLocally(tx, 'lock_timeout', longReadMs)
    return {
      tx,
      asOf,
      end,
      stream: (rows) =>
        // One that nobody begins to read closes without its generator having run.
        Readable.from(endingWith(rows, end), { highWaterMark: readAhead }).once('close', end),
    }
  } catch (error) {
    await end()
    throw error
  }
}
