import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { opendir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { nullIfMissing } from '../error-code.ts'
import { removePartials, writeDurably } from './write-durably.ts'

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** Files by name, as they are; features reach them through `SealedFiles`. */
export interface FileStore {
  /** Durable when it returns. */
  put(name: string, bytes: Buffer): Promise<void>
  read(name: string, range?: ByteRange): Readable
  /** Bytes, or null where there is no such file. */
  size(name: string): Promise<number | null>
  remove(name: string): Promise<void>
  /** Every file of ours, in no order, while others come and go. */
  list(): AsyncIterable<ListedFile>
  /** Removes what a process that died while it wrote left before `before`, none of which has a name; answers how much. */
  removeUnfinished(before: Date): Promise<number>
  /** Writes and removes something. Rejects where nothing can be stored. */
  probe(): Promise<void>
}

export interface ListedFile {
  name: string
  writtenAt: Date
}

/** Files are named by us: unguessable letters and an extension, never a path. */
export const isFileName = (name: string): boolean => /^[\w-]+\.\w+$/.test(name)

/** An unguessable name of 144 random bits (product §6). */
export const newFileName = (extension: string) => `${randomBytes(18).toString('base64url')}.${extension}`

/** A disk with a few bytes left takes no document. */
const probeBytes = 64 * 1024

/** Keeps files below `folder`, spread by the first two characters of their names. */
export function folderStore(folder: string): FileStore {
  const pathOf = (name: string) => {
    if (!isFileName(name)) throw new Error(`not a file name: ${name}`)
    return join(folder, name.slice(0, 2), name)
  }
  return {
    put: async (name, bytes) => writeDurably(pathOf(name), bytes),
    read: (name, range) => createReadStream(pathOf(name), range),
    size: (name) => stat(pathOf(name)).then((found) => found.size, nullIfMissing),
    remove: (name) => rm(pathOf(name), { force: true }),
    list: () => listFolder(folder),
    async removeUnfinished(before) {
      let count = await removePartials(folder, before)
      for (const below of await foldersBelow(folder))
        count += await removePartials(join(folder, below), before)
      return count
    },
    async probe() {
      const path = join(folder, `probe.${randomUUID()}.part`)
      await writeDurably(path, Buffer.alloc(probeBytes)).finally(() => rm(path, { force: true }))
    },
  }
}

/** Beside them only probes lie in it. */
const foldersBelow = async (folder: string): Promise<string[]> =>
  ((await readdir(folder).catch(nullIfMissing)) ?? []).filter((name) => name.length === 2)

async function* listFolder(folder: string): AsyncGenerator<ListedFile> {
  for (const below of await foldersBelow(folder)) {
    const entries = await opendir(join(folder, below)).catch(nullIfMissing)
    if (!entries) continue
    for await (const { name } of entries) {
      const found = isFileName(name) && (await stat(join(folder, below, name)).catch(nullIfMissing))
      if (found) yield { name, writtenAt: found.mtime }
    }
  }
}
