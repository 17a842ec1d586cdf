import { errorCode } from '../error-code.ts'
import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'

/** Names PostgreSQL's socket; no TCP port is opened. */
export const port = 5432
export const socketName = `.s.PGSQL.${port}`
const maxPathBytes = 107

/** The private folder of the socket: the cluster's own, or a short one where that path is too long. */
export function socketFolder({ folder, account }: Cluster): string {
  if (Buffer.byteLength(join(folder, socketName)) <= maxPathBytes) return folder
  const short = `/tmp/pabean-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  ensurePrivateFolder(short, account.ids ?? { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 })
  return short
}

/** Every user may write to /tmp: a folder of another user is refused. */
function ensurePrivateFolder(folder: string, { uid, gid }: { uid: number; gid: number }) {
  const made = mkdirIfMissing(folder)
  if (made) chownSync(folder, uid, gid)
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new Error(`The folder ${folder}, meant for PostgreSQL's socket, is not ours: remove it.`)
  }
}

function mkdirIfMissing(folder: string) {
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}
