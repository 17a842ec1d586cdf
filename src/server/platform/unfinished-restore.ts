import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingError } from '#server/settings.ts'
import { writeDurably } from './files/write-durably.ts'

const markOf = (dataDir: string) => join(dataDir, 'restore-unfinished')

export const isRestoreUnfinished = (dataDir: string): Promise<boolean> =>
  stat(markOf(dataDir)).then(
    () => true,
    () => false,
  )

export const markRestore = (dataDir: string) => writeDurably(markOf(dataDir), Buffer.alloc(0))
export const unmarkRestore = (dataDir: string) => rm(markOf(dataDir), { force: true })

/** A partial restore must not be served: erasures may not have been repeated yet. */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if (await isRestoreUnfinished(dataDir))
    throw new SettingError(
      `DATA_DIR ${dataDir} holds a restore that was not finished: run npm run cli -- restore again`,
    )
}
