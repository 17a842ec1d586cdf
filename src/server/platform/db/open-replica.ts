import type { Logger } from 'pino'
import { openCursorDatabase, openDatabase, type ConnectionSettings, type PoolState } from './database.ts'
import type { Replica } from './replica.ts'

interface OpenedReplica {
  replica: Replica
  pools: Readonly<Record<string, PoolState>>
  end(): Promise<void>
}

interface ReplicaSettings {
  replica: ConnectionSettings
  longReadPool: ConnectionSettings
}

export function openReplica(settings: ReplicaSettings, log: Logger): OpenedReplica {
  const onError = (error: Error) => log.error({ err: error }, 'connection to the replica')
  const reads = openDatabase(settings.replica, onError)
  const longReads = openCursorDatabase({ ...settings.replica, ...settings.longReadPool }, onError)
  return {
    replica: { db: reads.db, longReads: longReads.db },
    pools: { replica: reads.pool, 'long reads of the replica': longReads.pool },
    async end() {
      await Promise.all([reads.db.destroy(), longReads.db.destroy()])
    },
  }
}
