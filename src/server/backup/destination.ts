import { opendir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nullIfMissing } from '#server/platform/error-code.ts'
import { writeDurably } from '#server/platform/files/write-durably.ts'

export interface ListedObject {
  name: string
  writtenAt: Date
}

/** A folder or bucket for backups; object names have slashes. */
export interface Destination {
  /** Atomic, and durable when it resolves. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Null if missing. */
  read(name: string): Promise<Buffer | null>
  /** Bytes; null if missing. */
  size(name: string): Promise<number | null>
  remove(name: string): Promise<void>
  /** Objects below a prefix that ends with a slash, unordered. */
  list(prefix: string): AsyncIterable<ListedObject>
}

async function* listFolder(root: string, prefix: string): AsyncGenerator<ListedObject> {
  const folder = await opendir(join(root, prefix)).catch(nullIfMissing)
  if (!folder) return
  for await (const entry of folder) {
    const name = `${prefix}${entry.name}`
    if (entry.isDirectory()) yield* listFolder(root, `${name}/`)
    else if (!name.endsWith('.part')) {
      const found = await stat(join(root, name)).catch(nullIfMissing)
      if (found) yield { name, writtenAt: found.mtime }
    }
  }
}

export const folderDestination = (root: string): Destination => ({
  put: (name, bytes) => writeDurably(join(root, name), bytes),
  read: (name) => readFile(join(root, name)).catch(nullIfMissing),
  size: (name) => stat(join(root, name)).then(({ size }) => size, nullIfMissing),
  async remove(name) {
    await rm(join(root, name), { force: true })
    // Removes the folder with its last object.
    await rmdir(dirname(join(root, name))).catch(() => {})
  },
  list: (prefix) => listFolder(root, prefix),
})

export async function namesBelow(destination: Destination, prefix: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of destination.list(prefix)) names.push(name)
  return names.toSorted()
}
