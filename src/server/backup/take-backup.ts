import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Config } from '#server/config.ts'
import { inTransaction, type ConnectionSettings, type Db } from '#server/platform/db/database.ts'
import { whileLocked } from '#server/platform/db/named-lock.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { BackupError } from './backup-error.ts'
import {
  openBackupConnection,
  selectDatabaseState,
  selectServerFacts,
  startBaseBackup,
  stopBaseBackup,
} from './base-backup.queries.ts'
import { listCluster, packCluster } from './cluster-copy.ts'
import type { Destination } from './destination.ts'
import { sendErasures } from './erasure-list.ts'
import { expireBackups, removeUnfinished } from './expire-backups.ts'
import { sendKeys } from './kept-keys.ts'
import { saveLastBackup } from './last-backup.ts'
import { isBackupDue } from './schedule.ts'
import {
  basePrefix,
  putManifest,
  putSealed,
  readPart,
  readSealed,
  type Base,
  type ClusterCopy,
  type Part,
} from './manifest.ts'
import { refuseForeignDestination } from './other-timeline.ts'
import { claimDestination } from './destination-owner.ts'
import type { ShowProgress } from './progress.ts'
import { sendDocuments } from './send-documents.ts'
import { clusterFolderOf, sendWalFile } from './send-wal.ts'
import { isSegment, segmentName, segmentNumber, walObject } from './wal-names.ts'

export interface BackupSource {
  /** The installation's id. */
  installation: string
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'backup'>
  db: Db
  /** The superuser of the embedded database. */
  owner: ConnectionSettings
  dataKeys: string
  store: FileStore
  clock: () => Date
}

interface Target {
  destination: Destination
  key: Buffer
  prefix: string
}

/** Parts sealed and sent at once, all held in memory. */
const partsAtOnce = 3

async function sendCluster(
  folder: string,
  { destination, key, prefix }: Target,
  show: ShowProgress,
): Promise<Part[]> {
  const files = await listCluster(folder)
  const total = files.reduce((sum, { size }) => sum + (size ?? 0), 0)
  const parts: Part[] = []
  const sending = new Set<Promise<void>>()
  let [count, done] = [0, 0]
  const send = async (name: string, bytes: Buffer) => {
    parts.push(await putSealed(destination, key, name, bytes))
    done += bytes.length
    show('database', Math.min(done, total), total, 'bytes')
  }
  for await (const bytes of packCluster(folder, files)) {
    count += 1
    const sent = send(`${prefix}part-${String(count).padStart(6, '0')}`, bytes)
    sending.add(sent)
    sent.then(
      () => sending.delete(sent),
      () => {},
    )
    if (sending.size >= partsAtOnce) await Promise.race(sending)
  }
  await Promise.all(sending)
  show('database', total, total, 'bytes')
  return parts.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Sends the segments that the copy needs from `pg_wal`, whether or not they are archived too. */
async function sendNeededWal(
  folder: string,
  { destination, key }: Target,
  { startSegment, stopSegment }: Pick<ClusterCopy, 'startSegment' | 'stopSegment'>,
): Promise<void> {
  const needed = (await readdir(join(folder, 'pg_wal')))
    .filter((name) => isSegment(name) && name >= startSegment && name <= stopSegment)
    .toSorted()
  if (needed.length !== segmentNumber(stopSegment) - segmentNumber(startSegment) + 1)
    throw new BackupError('the write-ahead log of the copy is not whole in pg_wal: try again')
  for (const name of needed)
    await sendWalFile(destination, key, name, await readFile(join(folder, 'pg_wal', name)))
}

/** Copies the running cluster; PostgreSQL ends the backup if this process dies. */
async function copyCluster(
  folder: string,
  owner: ConnectionSettings,
  target: Target,
  show: ShowProgress,
): Promise<{ cluster: ClusterCopy; finishedAt: Date }> {
  const client = await openBackupConnection(owner)
  try {
    const { major, timeline } = await selectServerFacts(client)
    const { lsn: startLsn, segment: startSegment } = await startBaseBackup(client)
    const parts = await sendCluster(folder, target, show)
    const stopped = await stopBaseBackup(client)
    const { lsn: stopLsn, segment: stopSegment, backupLabel, tablespaceMap, finishedAt } = stopped
    await sendNeededWal(folder, target, { startSegment, stopSegment })
    return {
      cluster: {
        major,
        timeline,
        startLsn,
        stopLsn,
        startSegment,
        stopSegment,
        backupLabel,
        tablespaceMap,
        parts,
      },
      finishedAt,
    }
  } finally {
    await client.end()
  }
}

/** Reads back and opens all parts and WAL that a restore to the end of this backup needs. */
async function verifyCluster(
  { destination, key }: Target,
  { parts, startSegment, stopSegment }: ClusterCopy,
  show: ShowProgress,
): Promise<void> {
  const total = parts.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  await pLimit(partsAtOnce).map(parts, async (part) => {
    await readPart(destination, key, part)
    done += part.size
    show('verified', done, total, 'bytes')
  })
  const [first, last] = [segmentNumber(startSegment), segmentNumber(stopSegment)]
  for (let number = first; number <= last; number++) {
    const object = walObject(segmentName(startSegment, number))
    if ((await readSealed(destination, key, object)) === null) throw new BackupError(`${object} is not there`)
  }
}

export interface BackupResult {
  base: Base
  documents: { count: number; bytes: number }
  /** As stored. */
  bytes: number
}

async function backUp(
  source: BackupSource,
  given: Omit<Target, 'prefix'>,
  show: ShowProgress,
): Promise<BackupResult> {
  const { config, db, owner, clock } = source
  const { destination, key } = given
  const startedAt = clock()
  const target = { ...given, prefix: basePrefix(startedAt) }
  await claimDestination(destination, key, source.installation)
  if (!config.databaseUrl) await refuseForeignDestination(destination, db, startedAt)
  await removeUnfinished(destination)
  await sendKeys(destination, key, source.dataKeys, startedAt)
  const copied = config.databaseUrl
    ? null
    : await copyCluster(await clusterFolderOf(config), owner, target, show)
  const state = await selectDatabaseState(db)
  // After the copy of the rows, because a file is stored before its row.
  const documents = await sendDocuments(source.store, destination, show)
  await sendErasures(db, destination, key)
  if (copied) await verifyCluster(target, copied.cluster, show)
  const base: Base = {
    prefix: target.prefix,
    manifest: {
      format: 1,
      startedAt: startedAt.toISOString(),
      finishedAt: (copied?.finishedAt ?? state.now).toISOString(),
      migrations: state.migrations,
      cluster: copied?.cluster ?? null,
      lsn: state.lsn,
    },
  }
  await putManifest(destination, key, base)
  await expireBackups(destination, key, {
    keepDays: config.backup.keepDays,
    now: clock(),
    documents: documents.names,
  })
  await inTransaction(db, (tx) =>
    saveLastBackup(tx, { finishedAt: clock().toISOString(), timeline: copied?.cluster.timeline ?? null }),
  )
  return {
    base,
    documents,
    bytes: copied?.cluster.parts.reduce((sum, { size }) => sum + size, 0) ?? 0,
  }
}

/** Makes and verifies a backup, then removes expired ones. Throws a `BackupError` while another backup runs. */
export const takeBackup = (
  source: BackupSource,
  target: Omit<Target, 'prefix'>,
  show: ShowProgress,
): Promise<BackupResult> =>
  whileLocked(
    source.db,
    'backup',
    () => {
      throw new BackupError('another backup is running')
    },
    () => backUp(source, target, show),
  )

/** Null if no backup is due, or another process makes it. */
export const takeDueBackup = (
  source: BackupSource,
  target: Omit<Target, 'prefix'>,
  show: ShowProgress,
): Promise<BackupResult | null> =>
  whileLocked<BackupResult | null>(
    source.db,
    'backup',
    async () => null,
    async () => {
      const { config, db, clock } = source
      const { everyHours } = config.backup
      const due = { everyHours, now: clock(), isEmbedded: config.databaseUrl === undefined }
      return (await isBackupDue(db, due)) ? backUp(source, target, show) : null
    },
  )
