import { execFile } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { errorCode, errorMessage } from '#server/platform/error-code.ts'

const run = promisify(execFile)

export interface Disk {
  /** Fills the disk except for `spareBytes`. */
  fill(spareBytes?: number): Promise<void>
  empty(): Promise<void>
  setReadOnly(isReadOnly: boolean): Promise<void>
  unmount(): Promise<void>
}

const mebibyte = 1024 * 1024

/** Mounts a disk of its own at `folder`; needs root. */
export async function mountDisk(folder: string, mebibytes: number): Promise<Disk> {
  await mkdir(folder, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0755`, 'tmpfs', folder]).catch(
    (error: unknown) => {
      throw new Error(
        `no tmpfs can be mounted, which takes root and the right to mount: ${errorMessage(error)}`,
      )
    },
  )
  const filler = join(folder, 'filler')
  return {
    async fill(spareBytes = 0) {
      await mkdir(filler, { recursive: true })
      const file = await open(join(filler, 'filler'), 'w')
      let size = 0
      for (const piece of [mebibyte, 4096]) {
        const bytes = Buffer.alloc(piece)
        const isWritten = () =>
          file.write(bytes).then(
            ({ bytesWritten }) => bytesWritten === piece,
            (error: unknown) => {
              if (errorCode(error) === 'ENOSPC') return false
              throw error
            },
          )
        while (await isWritten()) size += piece
      }
      if (spareBytes > 0) await file.truncate(size - spareBytes)
      await file.close()
    },
    empty: () => rm(filler, { recursive: true, force: true }),
    async setReadOnly(isReadOnly) {
      await run('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder])
    },
    async unmount() {
      await run('umount', ['-l', folder])
    },
  }
}
