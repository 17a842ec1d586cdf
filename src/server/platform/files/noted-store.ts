import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { nullIfMissing } from '../error-code.ts'
import { removePartials, writeDurably } from './write-durably.ts'

/** Below DATA_DIR: an empty file for each stored file that no backup has yet. */
export const notesFolder = (dataDir: string) => join(dataDir, 'unsent-documents')

/**
 * Notes each file before it is stored, and so before its row is committed: the notes read after the write-ahead log
 * include every file that rows in this log name.
 */
export const notedStore = (store: FileStore, folder: string): FileStore => ({
  ...store,
  async put(name, bytes) {
    await writeDurably(join(folder, name), Buffer.alloc(0))
    await store.put(name, bytes)
  },
  removeUnfinished: async (before) =>
    (await removePartials(folder, before)) + (await store.removeUnfinished(before)),
})

export const listNotes = async (folder: string): Promise<string[]> =>
  ((await readdir(folder).catch(nullIfMissing)) ?? []).filter((name) => !name.endsWith('.part'))

/** ms since the file was noted; Infinity without a note. */
export const noteAge = (folder: string, name: string): Promise<number> =>
  stat(join(folder, name)).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Infinity,
  )

export const removeNote = (folder: string, name: string) => rm(join(folder, name), { force: true })
