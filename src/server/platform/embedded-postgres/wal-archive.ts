import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'

/** In the database folder: segments of the write-ahead log that are whole and wait to be sent on. */
export const spoolName = 'wal-spool'

/** A folder in the cluster's own that PostgreSQL's account writes to; nobody else reads it. */
export function makeFolderIn({ folder, account }: Pick<Cluster, 'folder' | 'account'>, name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  if (account.ids) chownSync(path, account.ids.uid, account.ids.gid)
  return path
}

export const makeSpool = (cluster: Cluster): string => makeFolderIn(cluster, spoolName)

const kept = `${spoolName}/%f`

/**
 * After a crash PostgreSQL may ask again for a segment that is there: the same one is fine, another is not. It runs the
 * command in the database folder, and asks again while it fails.
 */
const archiveCommand = [
  `if [ -f ${kept} ]; then cmp -s %p ${kept}`,
  `else cp %p ${kept}.part && sync ${kept}.part && mv ${kept}.part ${kept} && sync ${spoolName}`,
  'fi',
].join('; ')

/** So that at most a minute of what was committed is not in the spool. */
export const archiveSettings = {
  wal_level: 'replica',
  archive_mode: 'on',
  archive_timeout: '60',
  archive_command: archiveCommand,
} as const
