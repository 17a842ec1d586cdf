import { randomBytes } from 'node:crypto'
import { parseBackupAddress, type BackupAddress, SettingError } from '#server/settings.ts'
import { readConfig, type Config } from '#server/config.ts'
import { addressText, openDestination } from '#server/backup/open-destination.ts'
import { createProgress } from '#server/backup/progress.ts'
import { takeBackup, takeDueBackup, type BackupResult } from '#server/backup/take-backup.ts'
import { readDataKeys } from '#server/platform/data-keys.ts'
import { openConnections } from '#server/platform/db/connections.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { openFileStore } from '#server/platform/files/open-stores.ts'
import { createLog } from '#server/platform/log.ts'
import { parseDataKeys } from '#server/platform/seal.ts'
import { installationId, readSeal } from '#server/platform/server-keys.ts'
import { refuseUnfinishedRestore } from '#server/platform/unfinished-restore.ts'
import { formatNumber, UsageError, type Command } from './command.ts'

function showNewKey(): number {
  console.error(
    'The key is shown only once. Set it as BACKUP_KEY, and keep it where the backups are not: nothing opens them without it.',
  )
  console.log(randomBytes(32).toString('base64'))
  return 0
}

export function addressArgument(text: string): BackupAddress {
  const address = parseBackupAddress(text)
  if (!address) throw new UsageError(`${text} is neither an absolute folder nor s3://bucket/prefix.`)
  return address
}

const onlyIfDue = '--if-due'

function addressOf(args: string[], { backup }: Config): BackupAddress {
  const [given, ...others] = args.filter((it) => it !== onlyIfDue)
  if (others.length > 0 || given?.startsWith('--')) throw new UsageError()
  if (given !== undefined) return addressArgument(given)
  if (!backup.to) throw new UsageError('Where to? BACKUP_TO is not set.')
  return backup.to
}

function summaryOf(address: BackupAddress, { base, documents, bytes }: BackupResult, ms: number): string {
  const { cluster, finishedAt } = base.manifest
  const database = cluster
    ? `${formatNumber(Math.round(bytes / 1_000_000))} MB of the database, read back and opened`
    : "files, keys and erasures, and nothing of the database, which is its provider's to back up"
  return (
    `${addressText(address)} can be restored to ${finishedAt}: ${database}; ` +
    `${formatNumber(documents.count)} new documents, in ${formatNumber(Math.round(ms / 1000))} s.`
  )
}

/** Does not start the platform, which would migrate the schema first. */
export const backupCommand: Command = {
  usage: 'npm run cli -- backup [FOLDER | s3://BUCKET/PREFIX] [--if-due]\nnpm run cli -- backup --new-key',
  async run(args, env) {
    if (args[0] === '--new-key' && args.length === 1) return showNewKey()
    const config = readConfig(env)
    const address = addressOf(args, config)
    const { key } = config.backup
    if (!key) throw new SettingError('BACKUP_KEY is missing: npm run cli -- backup --new-key makes one')
    await refuseUnfinishedRestore(config.dataDir)
    const dataKeys = await readDataKeys(config)
    const log = createLog(config.logLevel)
    const { owner, stopPostgres } = await openConnections(config, log)
    const { db } = openDatabase({ ...owner, max: 4 }, (error) =>
      log.error({ err: error }, 'database connection'),
    )
    const startedAt = Date.now()
    try {
      const take = args.includes(onlyIfDue) ? takeDueBackup : takeBackup
      const made = await take(
        {
          installation: installationId(await readSeal(db, parseDataKeys(dataKeys))),
          config,
          db,
          owner,
          dataKeys,
          store: await openFileStore(config),
          clock: () => new Date(),
        },
        { destination: await openDestination(address, config.backup), key },
        createProgress((line) => console.error(line)),
      )
      if (made) console.error(summaryOf(address, made, Date.now() - startedAt))
      return 0
    } finally {
      await db.destroy()
      await stopPostgres()
    }
  },
}
