import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { faultOfDataKeys } from '#server/settings.ts'
import { ownMigrations } from '#server/platform/db/migrations.ts'
import { takeFolderLock } from '#server/platform/embedded-postgres/folder-lock.ts'
import { writeDurably } from '#server/platform/files/write-durably.ts'
import { isRestoreUnfinished, markRestore, unmarkRestore } from '#server/platform/unfinished-restore.ts'
import { BackupError } from './backup-error.ts'
import type { Destination } from './destination.ts'
import { readKeys } from './kept-keys.ts'
import { listBases, type Base, type ClusterCopy } from './manifest.ts'
import { momentName } from './moment-names.ts'
import type { ShowProgress } from './progress.ts'
import type { Recovered } from './recover-cluster.ts'
import { restoreCluster } from './restore-cluster.ts'

export interface RestoreOptions {
  destination: Destination
  key: Buffer
  /** Null for the latest possible time. */
  until: Date | null
  /** Moves the content of DATA_DIR aside. */
  replaces: boolean
  show: ShowProgress
  say: (line: string) => void
}

const replacedPrefix = 'replaced-'
const postgresFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'postgres')
const lockPath = (config: Pick<Config, 'dataDir'>) => `${postgresFolder(config)}.lock`

function chooseBase(bases: readonly Base[], until: Date | null): Base {
  const possible = bases.filter(
    ({ manifest }) => until === null || Date.parse(manifest.finishedAt) <= until.getTime(),
  )
  const base = possible.at(-1)
  if (base) return base
  const first = bases[0]
  throw new BackupError(
    first
      ? `the earliest time that can be restored is ${first.manifest.finishedAt}`
      : 'there is no backup that is whole',
  )
}

function refuseOtherSchema({ manifest }: Base): void {
  const known = new Set(ownMigrations.names)
  if (!manifest.migrations.includes(ownMigrations.names[0] ?? ''))
    throw new BackupError(
      `the backup of ${manifest.startedAt} is of a version before 1.0: only that version restores it`,
    )
  if (manifest.migrations.some((name) => !known.has(name)))
    throw new BackupError('a newer version of Pabean made this backup: restore with that version')
}

/** The keys of the backup. DATA_KEYS, if set, must include them. */
async function chooseKeys(
  { dataKeys }: Config,
  { destination, key }: RestoreOptions,
  { manifest }: Base,
): Promise<string> {
  const kept = await readKeys(destination, key, Date.parse(manifest.startedAt))
  if (kept === null) throw new BackupError('there are no data keys in the backup')
  const fault = faultOfDataKeys(kept)
  if (fault) throw new BackupError(`the data keys in the backup cannot be used: DATA_KEYS ${fault}`)
  const own = new Set(dataKeys?.split(',').map((it) => it.trim()))
  if (dataKeys !== undefined && !kept.split(',').every((it) => own.has(it)))
    throw new BackupError(
      'DATA_KEYS has not every key that the backup holds: leave it unset, and they go to DATA_DIR',
    )
  return kept
}

const isOurs = (name: string) =>
  ['restore-unfinished', 'postgres.lock'].includes(name) || name.startsWith(replacedPrefix)

/** Empties DATA_DIR, except for the restore mark and former content that was moved aside. */
async function prepareFolder(
  { dataDir }: Config,
  { replaces, say }: Pick<RestoreOptions, 'replaces' | 'say'>,
): Promise<void> {
  const entries = (await readdir(dataDir)).filter((name) => !isOurs(name))
  // Left by a killed restore, which began in an empty folder.
  if (await isRestoreUnfinished(dataDir)) {
    for (const name of entries) await rm(join(dataDir, name), { recursive: true, force: true })
    return
  }
  if (entries.length === 0) return
  if (!replaces)
    throw new BackupError(
      `DATA_DIR ${dataDir} is not empty: choose another, or move what it holds aside with --replace`,
    )
  const aside = join(dataDir, `${replacedPrefix}${momentName(new Date())}`)
  await mkdir(aside, { mode: 0o711 })
  for (const name of entries) await rename(join(dataDir, name), join(aside, name))
  say(`What was in DATA_DIR is in ${aside}.`)
}

const writeKeys = ({ dataDir, dataKeys }: Config, keys: string) =>
  dataKeys === undefined ? writeDurably(join(dataDir, 'keys', 'data-keys'), Buffer.from(keys)) : undefined

export interface RestoredDatabase {
  base: Base
  /** Null for an external database, or if an earlier run restored it. */
  recovered: Recovered | null
}

async function hasDatabase({ dataDir }: Config): Promise<boolean> {
  return (await isRestoreUnfinished(dataDir)) && (await readdir(dataDir)).includes('postgres')
}

/**
 * Restores the database and the keys; servers do not start before `finishRestore`. A killed run is continued or
 * repeated; a failed run leaves nothing.
 */
export async function restoreDatabase(config: Config, options: RestoreOptions): Promise<RestoredDatabase> {
  const { destination, key, until } = options
  const bases = (await listBases(destination, key)).filter(
    ({ manifest: { cluster } }) => (cluster === null) === (config.databaseUrl !== undefined),
  )
  const base = chooseBase(bases, until)
  refuseOtherSchema(base)
  const keys = await chooseKeys(config, options, base)
  const { cluster: copy } = base.manifest
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 })
  if (copy === null) {
    await writeKeys(config, keys)
    return { base, recovered: null }
  }
  const lock = await takeFolderLock(lockPath(config), options.say)
  if (!lock) throw new BackupError(`a server still runs on DATA_DIR ${config.dataDir}: stop it first`)
  try {
    return await restoreEmbedded(config, options, { base, copy, keys })
  } catch (error) {
    await rm(lockPath(config), { force: true })
    throw error
  } finally {
    lock.release()
  }
}

async function restoreEmbedded(
  config: Config,
  { destination, key, until, show, say, replaces }: RestoreOptions,
  { base, copy, keys }: { base: Base; copy: ClusterCopy; keys: string },
): Promise<RestoredDatabase> {
  if (await hasDatabase(config)) {
    say('The database was restored by an earlier run; going on behind it.')
    return { base, recovered: null }
  }
  await prepareFolder(config, { replaces, say })
  await markRestore(config.dataDir)
  say(`Restoring the backup of ${base.manifest.startedAt}`)
  let shownAt = 0
  try {
    const recovered = await restoreCluster(
      postgresFolder(config),
      { destination, key, copy },
      {
        until,
        archives: config.backup.to !== undefined,
        beforeNamed: async () => writeKeys(config, keys),
        showTime(reached) {
          if (!reached || Date.now() - shownAt < 1000) return
          shownAt = Date.now()
          say(`log: restored to ${reached.toISOString()}`)
        },
      },
      show,
    )
    return { base, recovered }
  } catch (error) {
    await rm(join(config.dataDir, 'keys'), { recursive: true, force: true })
    await unmarkRestore(config.dataDir)
    throw error
  }
}

/** Allows servers to start. */
export const finishRestore = ({ dataDir }: Pick<Config, 'dataDir'>) => unmarkRestore(dataDir)
