import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { StorePlace } from '#server/settings.ts'
import type { Config } from '#server/config.ts'
import { folderStore, type FileStore } from './file-store.ts'
import { notedStore, notesFolder } from './noted-store.ts'

type StoreConfig = Pick<Config, 'bucket' | 'dataDir' | 'documents'>

/** With a backup destination, stored files are noted for it. */
type FileStoreConfig = StoreConfig & Pick<Config, 'backup'>

export async function openStore({ bucket, dataDir }: StoreConfig, place: StorePlace): Promise<FileStore> {
  if (place === 'folder') return folderStore(join(dataDir, 'documents'))
  if (!bucket) throw new Error('no bucket is set')
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(bucket)
}

/**
 * Writes to `first`, and reads from `second` what `first` lacks, while files are moved from `second`. Removes from
 * both.
 */
export function pairOfStores(first: FileStore, second: FileStore): FileStore {
  async function* readWhereItIs(...[name, range]: Parameters<FileStore['read']>) {
    const store = (await first.size(name)) === null ? second : first
    yield* store.read(name, range)
  }
  return {
    put: (name, bytes) => first.put(name, bytes),
    read: (name, range) => Readable.from(readWhereItIs(name, range), { objectMode: false }),
    size: async (name) => (await first.size(name)) ?? second.size(name),
    async remove(name) {
      await second.remove(name)
      await first.remove(name)
    },
    async *list() {
      yield* first.list()
      yield* second.list()
    },
    removeUnfinished: async (before) =>
      (await first.removeUnfinished(before)) + (await second.removeUnfinished(before)),
    probe: (signal) => first.probe(signal),
  }
}

export async function openFileStore(config: FileStoreConfig): Promise<FileStore> {
  const { keptIn, alsoIn } = config.documents
  const first = await openStore(config, keptIn)
  const store = alsoIn ? pairOfStores(first, await openStore(config, alsoIn)) : first
  return config.backup.to ? notedStore(store, notesFolder(config.dataDir)) : store
}
