import { readdir, readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { BackupError } from './backup-error.ts'
import type { Destination } from './destination.ts'
import { putSealed, readSealed } from './manifest.ts'
import { nullIfMissing } from '#server/platform/error-code.ts'
import { spoolName } from '#server/platform/embedded-postgres/wal-archive.ts'
import { isWalFile, walObject } from './wal-names.ts'

/** The folder of the embedded database's files. */
export const clusterFolderOf = ({ dataDir }: Pick<Config, 'dataDir'>): Promise<string> =>
  realpath(join(dataDir, 'postgres'))

export const spoolFolder = (clusterFolder: string) => join(clusterFolder, spoolName)

/** Oldest first. */
export async function listSpool(spool: string): Promise<string[]> {
  const names = await readdir(spool).catch(nullIfMissing)
  return (names ?? []).filter(isWalFile).toSorted()
}

/** Sends a file once. A different file of the same name, as two clusters would write, is an error. */
export async function sendWalFile(
  destination: Destination,
  key: Buffer,
  name: string,
  bytes: Buffer,
): Promise<void> {
  const object = walObject(name)
  const present = await readSealed(destination, key, object)
  if (present === null) await putSealed(destination, key, object, bytes)
  else if (!present.equals(bytes))
    throw new BackupError(
      `${object} is there with other content: does another installation write to the same place?`,
    )
}

export async function sendSpool(
  destination: Destination,
  key: Buffer,
  spool: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    await sendWalFile(destination, key, name, await readFile(join(spool, name)))
    await rm(join(spool, name), { force: true })
  }
}
