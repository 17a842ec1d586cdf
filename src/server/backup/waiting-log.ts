import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Platform } from '#server/platform/work.ts'
import { clusterFolderOf, listSpool, spoolFolder } from './send-wal.ts'

/** ms within which WAL should reach BACKUP_TO. */
const lateMs = 15 * 60_000

/** Null for an external database. */
export const spoolOf = async (config: Config): Promise<string | null> =>
  config.databaseUrl ? null : spoolFolder(await clusterFolderOf(config))

/** The number of WAL files not yet sent, and the time of the oldest. */
export async function findWaitingLog(config: Config): Promise<{ count: number; since: Date | null }> {
  const spool = await spoolOf(config)
  const names = spool ? await listSpool(spool) : []
  const [oldest] = names
  if (!spool || oldest === undefined) return { count: 0, since: null }
  // The file may be sent meanwhile.
  const since = await stat(join(spool, oldest)).then(
    ({ mtime }) => mtime,
    () => new Date(),
  )
  return { count: names.length, since }
}

/** Null unless the oldest file has waited too long. */
export async function findLateLog({
  config,
  clock,
}: Pick<Platform, 'config' | 'clock'>): Promise<{ count: number; minutes: number } | null> {
  if (!config.backup.to) return null
  const { count, since } = await findWaitingLog(config)
  const ms = since ? clock().getTime() - since.getTime() : 0
  return ms < lateMs ? null : { count, minutes: Math.floor(ms / 60_000) }
}
