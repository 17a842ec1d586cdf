import { sql } from 'kysely'
import type { AsOf } from '#contract/endpoint.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { isPrimaryAway, type Db } from './database.ts'
import { parseLogPosition, replayedUntil } from './log-position.ts'
import type { PrimaryWatch } from './primary-watch.ts'

export interface Replica {
  db: Db
  longReads: Db
}

/**
 * When the replica answers a call. `always`: long reads that may be seconds old. `whileAway`: only while the primary is
 * away.
 */
export type ReplicaUse = 'always' | 'whileAway'

interface Reading {
  db: Db
  longReads: Db
  replica: Replica | null
  primary: PrimaryWatch | null
  isOnReplica: boolean
}

const onReplica = <P extends Reading>(platform: P, { db, longReads }: Replica): P => ({
  ...platform,
  db,
  longReads,
  isOnReplica: true,
})

/**
 * Runs `read` on the primary or the replica. `asOf` is the age of the replica's data, at most. Where the first of the
 * two is or goes away, `read` runs again on the other.
 */
export async function readFrom<P extends Reading, T>(
  platform: P,
  use: ReplicaUse | undefined,
  read: (platform: P, asOf?: AsOf) => Promise<T>,
): Promise<T> {
  const { replica, primary } = platform
  if (!use || platform.isOnReplica) return read(platform)
  const fromPrimary = () => (primary ? primary.unlessAway(() => read(platform)) : read(platform))
  if (!replica) return fromPrimary()
  // The age is read first, so that the data are at least as new as stated.
  const fromReplica = async () => read(onReplica(platform, replica), await readAsOf(replica, primary))
  const [first, second] = use === 'always' ? [fromReplica, fromPrimary] : [fromPrimary, fromReplica]
  try {
    return await first()
  } catch (error) {
    if (!isPrimaryAway(error)) throw error
    return second()
  }
}

/** The time until which the replica is complete, and its age; undefined where that is unknown. */
async function readAsOf({ db }: Replica, primary: PrimaryWatch | null): Promise<AsOf | undefined> {
  const { rows } = await sql<{ replayed: string | null; lastCommit: Date | null; now: Date }>`
    select pg_last_wal_replay_lsn()::text as replayed, pg_last_xact_replay_timestamp() as "lastCommit",
      clock_timestamp() as now`.execute(db)
  const [state] = rows
  if (!state) return undefined
  // A former replica is up to date.
  if (state.replayed === null) return { at: wireInstant(state.now), secondsBehind: 0 }
  const known = [state.lastCommit, replayedUntil(primary?.positions ?? [], parseLogPosition(state.replayed))]
  const latest = Math.max(...known.map((at) => at?.getTime() ?? 0))
  if (latest === 0) return undefined
  const behindMs = Math.max(0, state.now.getTime() - latest)
  return { at: wireInstant(new Date(latest)), secondsBehind: Math.round(behindMs / 1000) }
}
