import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { refuse } from '../refusal.ts'
import type { AsOf } from '#contract/endpoint.ts'
import type { Call } from '../work.ts'
import { isLockTimeout, type Tx } from './database.ts'
import { lockByName } from './named-lock.ts'
import { readFrom } from './replica.ts'

export const longReadMs = 10 * 60_000
/** ms between two batches, for a client that reads slowly. */
const idleMs = 90_000
/** Items buffered ahead of the reader; each may be a batch of rows. */
const readAhead = 1
/** ms for the end of a read that its client has just left. */
const waitMs = 2000

export interface LongRead {
  tx: Tx
  /** For a replica: the time until which it is complete. */
  asOf: AsOf | undefined
  /** Frees the connection after the last row, or once the client leaves. */
  stream<Row>(rows: AsyncIterable<Row>): Readable
  /** Frees the connection where no rows are streamed. Repeatable. */
  end(): Promise<void>
}

/** Ends before the reader learns of the end, so that its next call finds the connection free. */
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
 * Begins a long read on one of the few connections for it, so that slow readers do not occupy the pool. Reads from the
 * replica where there is one. 429 while the member has another long list or export open, on any server; 503 while all
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
  // Unlike a commit, a rollback also frees a connection that the database has closed.
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
    // A migration may lock the table for a while.
    await setLocally(tx, 'lock_timeout', longReadMs)
    return {
      tx,
      asOf,
      end,
      stream: (rows) =>
        // A stream that is never read closes without running its generator.
        Readable.from(endingWith(rows, end), { highWaterMark: readAhead }).once('close', end),
    }
  } catch (error) {
    await end()
    throw error
  }
}
