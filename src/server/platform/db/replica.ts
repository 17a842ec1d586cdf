import { sql } from 'kysely'
import type { AsOf } from '#contract/endpoint.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { isDatabaseAway, type Db } from './database.ts'
import { parseLogPosition, replayedUntil } from './log-position.ts'
import type { PrimaryWatch } from './primary-watch.ts'

/** A copy of the database that follows it. */
export interface Replica {
  db: Db
  /** As `Platform.longReads`. */
  longReads: Db
}

/** When a call is answered by the replica: what is long and may be some seconds old always, the rest while nothing else can. */
export type ReplicaUse = 'always' | 'whileAway'

/** The services that say where a call reads. */
interface Reading {
  db: Db
  longReads: Db
  replica: Replica | null
  primary: PrimaryWatch | null
  isOnReplica: boolean
}

/** The services of a call whose statements go to the replica: it can write nothing. */
const onReplica = <P extends Reading>(platform: P, { db, longReads }: Replica): P => ({
  ...platform,
  db,
  longReads,
  isOnReplica: true,
})

/**
 * Runs `read` where its data are to be read from; `asOf` says how old the replica's are, at most. It may be run a second time, on the other of the two, where the first is
 * away or goes away meanwhile.
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
  // Asked before, so that what is read has everything that is said.
  const fromReplica = async () => read(onReplica(platform, replica), await readAsOf(replica, primary))
  const [first, second] = use === 'always' ? [fromReplica, fromPrimary] : [fromPrimary, fromReplica]
  try {
    return await first()
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    return second()
  }
}

/** Until when the replica certainly has everything, and how long ago that is; undefined while that is not known. */
async function readAsOf({ db }: Replica, primary: PrimaryWatch | null): Promise<AsOf | undefined> {
  const { rows } = await sql<{ replayed: string | null; lastCommit: Date | null; now: Date }>`
    select pg_last_wal_replay_lsn()::text as replayed, pg_last_xact_replay_timestamp() as "lastCommit",
      clock_timestamp() as now`.execute(db)
  const [state] = rows
  if (!state) return undefined
  // It is not a replica (any more): what it has is the present.
  if (state.replayed === null) return { at: wireInstant(state.now), secondsBehind: 0 }
  const known = [state.lastCommit, replayedUntil(primary?.positions ?? [], parseLogPosition(state.replayed))]
  const latest = Math.max(...known.map((at) => at?.getTime() ?? 0))
  if (latest === 0) return undefined
  const behindMs = Math.max(0, state.now.getTime() - latest)
  return { at: wireInstant(new Date(latest)), secondsBehind: Math.round(behindMs / 1000) }
}
