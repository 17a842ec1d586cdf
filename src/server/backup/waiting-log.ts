import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Degradation } from '#server/platform/http/health.ts'
import type { Platform } from '#server/platform/work.ts'
import { listSpool, spoolFolder } from './send-wal.ts'

/** ms after which a piece of the log should have reached BACKUP_TO. */
const lateMs = 15 * 60_000

/** The spool of the embedded database; null with another. */
export const spoolOf = async ({ databaseUrl, dataDir }: Config): Promise<string | null> =>
  databaseUrl ? null : spoolFolder(await realpath(join(dataDir, 'postgres')))

/** What of the log waits to be sent: how many files, and since when the oldest does. */
export async function findWaitingLog(config: Config): Promise<{ count: number; since: Date | null }> {
  const spool = await spoolOf(config)
  const names = spool ? await listSpool(spool) : []
  const [oldest] = names
  if (!spool || oldest === undefined) return { count: 0, since: null }
  // It may be sent meanwhile.
  const since = await stat(join(spool, oldest)).then(
    ({ mtime }) => mtime,
    () => new Date(),
  )
  return { count: names.length, since }
}

/** The same where it should have reached BACKUP_TO: how many files, and for how many minutes the oldest has waited. */
export async function findLateLog({
  config,
  clock,
}: Pick<Platform, 'config' | 'clock'>): Promise<{ count: number; minutes: number } | null> {
  if (!config.backup.to) return null
  const { count, since } = await findWaitingLog(config)
  const ms = since ? clock().getTime() - since.getTime() : 0
  return ms < lateMs ? null : { count, minutes: Math.floor(ms / 60_000) }
}

export const lateLogDegradation =
  (platform: Pick<Platform, 'config' | 'clock'>): Degradation =>
  async () => {
    const late = await findLateLog(platform)
    return late && `what was written in the last ${late.minutes} minutes is not in the backup`
  }
