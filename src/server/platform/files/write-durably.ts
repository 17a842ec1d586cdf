import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode, nullIfMissing } from '../error-code.ts'

const partialSuffix = '.part'

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/**
 * Writes the whole file or nothing, also across a power loss. Replaces a file of the same name and makes its folders.
 */
export async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const folder = dirname(path)
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
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
  // A new folder is durable once its parent is written too.
  const last = firstMade ? dirname(firstMade) : folder
  for (let at = folder; ; at = dirname(at)) {
    await syncFolder(at)
    if (at === last) return
  }
}

/** Removes partial files from before `before`, left by processes that died. Returns their number. */
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
