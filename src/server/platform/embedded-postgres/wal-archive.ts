import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'

/** In the database folder: complete segments of the write-ahead log that wait for the backup. */
export const spoolName = 'wal-spool'

/** A folder inside the cluster's, writable by PostgreSQL's account and readable by no other user. */
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
 * After a crash PostgreSQL may repeat a segment: the same content succeeds, other content fails. The command runs in
 * the database folder, and again while it fails.
 */
const archiveCommand = [
  `if [ -f ${kept} ]; then cmp -s %p ${kept}`,
  `else cp %p ${kept}.part && sync ${kept}.part && mv ${kept}.part ${kept} && sync ${spoolName}`,
  'fi',
].join('; ')

/** At most a minute of commits is missing from the spool. */
export const archiveSettings = {
  wal_level: 'replica',
  archive_mode: 'on',
  archive_timeout: '60',
  archive_command: archiveCommand,
} as const
