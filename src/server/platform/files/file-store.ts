import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { opendir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { nullIfMissing } from '../error-code.ts'
import { removePartials, writeDurably } from './write-durably.ts'

/** Both ends included. */
export interface ByteRange {
  start: number
  end: number
}

export interface FileStore {
  /** Durable when it returns. */
  put(name: string, bytes: Buffer): Promise<void>
  read(name: string, range?: ByteRange): Readable
  /** Bytes; null where the file is missing. */
  size(name: string): Promise<number | null>
  remove(name: string): Promise<void>
  /** Every file, in no order, while others are written and removed. */
  list(): AsyncIterable<ListedFile>
  /** Removes partial files from before `before`, left by a process that died. Returns their number. */
  removeUnfinished(before: Date): Promise<number>
  /** Stores and removes a probe of a document's size. Rejects where none can be stored. */
  probe(signal?: AbortSignal): Promise<void>
}

export interface ListedFile {
  name: string
  writtenAt: Date
}

/** Names are unguessable letters and an extension, never a path. */
export const isFileName = (name: string): boolean => /^[\w-]+\.\w+$/.test(name)

/** An unguessable name of 144 random bits (product §6). */
export const newFileName = (extension: string) => `${randomBytes(18).toString('base64url')}.${extension}`

/** 3 MiB that nothing on the way can make smaller: stores and proxies take small files where they refuse documents. */
export const probeContent = () => promisify(randomBytes)(3 * 1024 * 1024)

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
      await writeDurably(path, await probeContent()).finally(() => rm(path, { force: true }))
    },
  }
}

/** The folder holds only these and probes. */
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
