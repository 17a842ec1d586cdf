import { readFile, writeFile, chown } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from '#server/platform/embedded-postgres/cluster.ts'
import {
  ensurePostmaster,
  isAlive,
  stopPostmaster,
  type Postmaster,
} from '#server/platform/embedded-postgres/postmaster.ts'
import { restoreCommand, startWalFeed } from './wal-feed.ts'

/** PostgreSQL's message if the WAL ends before the target time. */
const endedEarly = /recovery ended before configured recovery target was reached/
const pollMs = 100

export interface Recovery {
  cluster: Cluster
  /** Null for the end of the WAL. */
  until: Date | null
  /** Whether the restored server archives its WAL. */
  archives: boolean
  fetchWal: (name: string) => Promise<Buffer | null>
  /** Called with the time of the last replayed transaction. */
  show: (reached: Date | null) => void
}

export interface Recovered {
  /** The time of the last restored transaction; null if the WAL had none. */
  lastTransaction: Date | null
  /** The WAL ended before `until`. */
  endedEarly: boolean
}

async function writeSignal({ folder, account }: Cluster): Promise<void> {
  const path = join(folder, 'recovery.signal')
  await writeFile(path, '', { mode: 0o600 })
  if (account.ids) await chown(path, account.ids.uid, account.ids.gid)
}

interface Reached {
  isRecovering: boolean
  at: Date | null
}

async function readReached(client: pg.Client): Promise<Reached> {
  const { rows } = await client.query<Reached>(
    `select pg_is_in_recovery() as "isRecovering", pg_last_xact_replay_timestamp() as at`,
  )
  return rows[0] ?? { isRecovering: true, at: null }
}

async function waitUntilPromoted(
  postmaster: Postmaster,
  { cluster, show }: Pick<Recovery, 'cluster' | 'show'>,
): Promise<Date | null> {
  const client = new pg.Client(postmaster.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    for (let last: Date | null = null; ; await pause(pollMs)) {
      if (!isAlive(postmaster, cluster)) throw new Error(await lastFatal(cluster))
      const { isRecovering, at } = await readReached(client)
      last = at ?? last
      show(last)
      if (!isRecovering) return last
    }
  } catch (error) {
    // The connection breaks before the log gives the reason.
    await pause(pollMs)
    throw isAlive(postmaster, cluster) ? error : new Error(await lastFatal(cluster), { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

const readLog = ({ folder }: Cluster) => readFile(join(folder, 'postgres.log'), 'utf8')

async function lastFatal(cluster: Cluster): Promise<string> {
  const lines = (await readLog(cluster)).trim().split('\n')
  return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? 'PostgreSQL ended while it recovered'
}

async function runRecovery({ cluster, until, archives, fetchWal, show }: Recovery): Promise<Date | null> {
  await writeSignal(cluster)
  const feed = startWalFeed(cluster, fetchWal)
  const started = ensurePostmaster(cluster, () => {}, {
    archives,
    settings: {
      restore_command: restoreCommand,
      recovery_target_action: 'promote',
      // A numeric offset: names of time zones are not known yet at this point.
      ...(until && { recovery_target_time: until.toISOString().replace('Z', '+00') }),
    },
  })
  try {
    const recovered = started.then((postmaster) => waitUntilPromoted(postmaster, { cluster, show }))
    return await Promise.race([recovered, feed.failed])
  } finally {
    // After a failed read PostgreSQL still waits for the file.
    await feed.stop()
    await started.then(stopPostmaster, () => {})
  }
}

/** Recovers a copy to `until` and leaves it stopped, ready to start. */
export async function recoverCluster(recovery: Recovery): Promise<Recovered> {
  try {
    return { lastTransaction: await runRecovery(recovery), endedEarly: false }
  } catch (error) {
    // The log also holds messages to clients, so its last line need not be the reason.
    if (!recovery.until || !endedEarly.test(await readLog(recovery.cluster))) throw error
    // The whole WAL is earlier than `until`, so all of it is wanted.
    return { lastTransaction: await runRecovery({ ...recovery, until: null }), endedEarly: true }
  }
}
