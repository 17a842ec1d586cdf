import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Documents by name. A file is written before its row and never changed (product §7). */
export interface FileStore {
  /** Durable when it returns. */
  put(name: string, bytes: Buffer): Promise<void>
  /** `start` and `end` are byte offsets, end included. */
  read(name: string, range?: { start: number; end: number }): Readable
  /** Bytes, or null where there is no such file. */
  size(name: string): Promise<number | null>
  remove(name: string): Promise<void>
}

/** Keeps files below `folder`, spread by the first two characters of their names. */
export function folderStore(folder: string): FileStore {
  const pathOf = (name: string) => {
    if (!/^[\w-]+\.\w+$/.test(name)) throw new Error(`not a file name: ${name}`)
    return join(folder, name.slice(0, 2), name)
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const partial = `${path}.part`
      const file = await open(partial, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(partial, path)
      const parent = await open(dirname(path), 'r')
      await parent.sync().finally(() => parent.close())
    },
    read: (name, range) => createReadStream(pathOf(name), range),
    size: (name) =>
      stat(pathOf(name)).then(
        (found) => found.size,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null
          throw error
        },
      ),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
