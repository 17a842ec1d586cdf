import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode, nullIfMissing } from '../error-code.ts'

/** Of a file until it is whole. */
const partialSuffix = '.part'

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/** The whole file or none of it, and after a power loss too; replaces one of the same name. Makes the folders. */
export async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const folder = dirname(path)
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    // What Node says of a missing folder on a disk that is read-only.
    if (errorCode(error) !== 'ENOENT') throw error
    throw Object.assign(new Error(`${folder} cannot be made: the disk is read-only`, { cause: error }), {
      code: 'EROFS',
    })
  })
  const partial = `${path}.${randomUUID()}${partialSuffix}`
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

/** Removes from a folder what processes that died while they wrote left there before `before`; answers how many files. */
export async function removePartials(folder: string, before: Date): Promise<number> {
  const names = await readdir(folder).catch(nullIfMissing)
  let count = 0
  for (const name of names ?? []) {
    const path = join(folder, name)
    const found = name.endsWith(partialSuffix) && (await stat(path).catch(nullIfMissing))
    if (!found || found.mtime >= before) continue
    await rm(path, { force: true })
    count += 1
  }
  return count
}
