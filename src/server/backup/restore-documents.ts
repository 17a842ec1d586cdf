import pLimit from 'p-limit'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { walkFileRows } from '#server/platform/files/stored-files.ts'
import type { Platform } from '#server/platform/work.ts'
import type { Destination } from './destination.ts'
import type { ShowProgress } from './progress.ts'
import { documentObject } from './send-documents.ts'

const atOnce = 4

/** Fetches files that rows name and the store lacks; returns how many. A file is stored whole or not at all. */
export async function restoreDocuments(
  { db }: Pick<Platform, 'db'>,
  store: FileStore,
  destination: Destination,
  show: ShowProgress,
): Promise<number> {
  const limit = pLimit(atOnce)
  let [count, looked] = [0, 0]
  for await (const rows of walkFileRows(db)) {
    await limit.map(rows, async ({ name }) => {
      if ((await store.size(name)) !== null) return
      const bytes = await destination.read(documentObject(name))
      if (!bytes) return
      await store.put(name, bytes)
      count += 1
    })
    looked += rows.length
    show('documents', looked, null, 'pieces')
  }
  return count
}
