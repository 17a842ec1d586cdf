import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/** The whole file or none of it, and after a power loss too; replaces one of the same name. Makes the folders. */
export async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const folder = dirname(path)
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 })
  const partial = `${path}.${randomUUID()}.part`
  try {
    const file = await open(partial, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  // A new folder is durable only when the one above it has been written too.
  const last = firstMade ? dirname(firstMade) : folder
  for (let at = folder; ; at = dirname(at)) {
    await syncFolder(at)
    if (at === last) return
  }
}
