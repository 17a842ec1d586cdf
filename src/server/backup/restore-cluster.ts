import { chown, mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import pLimit from 'p-limit'
import { makeCluster, type Cluster } from '#server/platform/embedded-postgres/cluster.ts'
import { BackupError } from './backup-error.ts'
import { unpackPart, type ClusterWriter } from './cluster-copy.ts'
import type { Destination, ListedObject } from './destination.ts'
import { readPart, readSealed, type ClusterCopy } from './manifest.ts'
import type { ShowProgress } from './progress.ts'
import { recoverCluster, type Recovered } from './recover-cluster.ts'
import { walObject, isSegment, segmentNumber, walNameOf } from './wal-names.ts'

const partsAtOnce = 3

/** Writes as PostgreSQL's account. */
function writerInto({ folder, account: { ids } }: Cluster): ClusterWriter {
  const own = (path: string) => (ids ? chown(path, ids.uid, ids.gid) : undefined)
  const made = new Set<string>([''])
  const placeOf = (path: string) => {
    if (path.startsWith('/') || normalize(path).startsWith('..'))
      throw new BackupError(`${path} is no place in a database`)
    return join(folder, path)
  }
  async function makeFolder(path: string): Promise<void> {
    if (made.has(path)) return
    const above = dirname(path)
    await makeFolder(above === '.' ? '' : above)
    await mkdir(placeOf(path), { recursive: true, mode: 0o700 })
    await own(placeOf(path))
    made.add(path)
  }
  return {
    folder: makeFolder,
    async file(path) {
      const above = dirname(path)
      await makeFolder(above === '.' ? '' : above)
      // A large file spans several parts, which arrive in any order.
      const file = await open(placeOf(path), 'a').then(async (found) => {
        await found.close()
        return open(placeOf(path), 'r+')
      })
      await file.chmod(0o600)
      if (ids) await file.chown(ids.uid, ids.gid)
      return file
    },
  }
}

async function writeOwned({ folder, account: { ids } }: Cluster, name: string, text: string): Promise<void> {
  const path = join(folder, name)
  await writeFile(path, text, { mode: 0o600 })
  if (ids) await chown(path, ids.uid, ids.gid)
}

async function unpack(cluster: Cluster, source: RestoreSource, show: ShowProgress): Promise<void> {
  const { destination, key, copy } = source
  const writer = writerInto(cluster)
  const total = copy.parts.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  await pLimit(partsAtOnce).map(copy.parts, async (part) => {
    await unpackPart(await readPart(destination, key, part), writer)
    done += part.size
    show('database', done, total, 'bytes')
  })
  await writeOwned(cluster, 'backup_label', copy.backupLabel)
  if (copy.tablespaceMap) await writeOwned(cluster, 'tablespace_map', copy.tablespaceMap)
}

interface RestoreSource {
  destination: Destination
  key: Buffer
  copy: ClusterCopy
}

/**
 * Restores a backup to `path`, recovered to `until` (null: the end of the WAL). The folder gets its name when
 * complete; a failure leaves nothing. `beforeNamed` runs last.
 */
export async function restoreCluster(
  path: string,
  source: RestoreSource,
  options: {
    until: Date | null
    archives: boolean
    beforeNamed: () => Promise<void>
    showTime: (reached: Date | null) => void
  },
  show: ShowProgress,
): Promise<Recovered> {
  const { until, archives, beforeNamed, showTime } = options
  const { destination, key } = source
  const endsAt = await findEndOfWal(destination, source.copy)
  if (endsAt && until === null)
    throw new BackupError(
      `a segment of the write-ahead log is missing: with --until, a time before ${endsAt.toISOString()} can be restored`,
    )
  let recovered: Recovered | undefined
  await makeCluster(path, async (cluster) => {
    await unpack(cluster, source, show)
    recovered = await recoverCluster({
      cluster,
      until,
      archives,
      fetchWal: (name) => readSealed(destination, key, walObject(name)),
      show: showTime,
    })
    if (recovered.endedEarly && endsAt)
      throw new BackupError(
        `a segment of the write-ahead log is missing: only a time before ${endsAt.toISOString()} can be restored`,
      )
    await beforeNamed()
  })
  if (!recovered) throw new Error(`another process made a database in ${path} meanwhile`)
  return recovered
}

/** When the last segment before a gap in the WAL was written; null without a gap. Throws if the copy's own WAL is incomplete. */
async function findEndOfWal(
  destination: Destination,
  { startSegment, stopSegment }: ClusterCopy,
): Promise<Date | null> {
  const segments = new Map<number, ListedObject>()
  for await (const object of destination.list('wal/')) {
    const name = walNameOf(object.name)
    if (isSegment(name) && segmentNumber(name) >= segmentNumber(startSegment))
      segments.set(segmentNumber(name), object)
  }
  let next = segmentNumber(startSegment)
  while (segments.has(next)) next += 1
  if (next <= segmentNumber(stopSegment))
    throw new BackupError(`the write-ahead log lacks a segment that the backup needs (number ${next})`)
  const last = Math.max(...segments.keys())
  return next > last ? null : (segments.get(next - 1)?.writtenAt ?? null)
}
