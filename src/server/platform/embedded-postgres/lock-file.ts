import { errorCode } from '../error-code.ts'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { socketName } from './socket-folder.ts'

/** A custom setting that holds the process id of the parent that started the postmaster. */
export const ownerSetting = 'pabean.owner'

/** What `postmaster.pid` says; a postmaster that has just begun has no socket yet. */
export interface LockFile {
  pid: number
  socket: { host: string; port: number } | undefined
}

/** The lock file of a database folder; nothing if no postmaster wrote one. */
export function readLockFile(folder: string): LockFile | undefined {
  const text = readFileIfExists(join(folder, 'postmaster.pid'))
  if (text === undefined) return undefined
  const [pid, , , port, host] = text.split('\n')
  return { pid: Number(pid), socket: host && port ? { host, port: Number(port) } : undefined }
}

/**
 * The state of the postmaster that wrote the lock file:
 * `owned` its owner lives; `orphaned` its owner is dead, so it is or should be stopping;
 * `ended` it is gone; `replaced` its process id now belongs to some other program.
 */
export function readPostmasterState(
  { pid }: LockFile,
  folder: string,
): 'owned' | 'orphaned' | 'ended' | 'replaced' {
  const command = readFileIfExists(`/proc/${pid}/cmdline`)?.split('\0')
  const parent = /^PPid:\s*(\d+)/m.exec(readFileIfExists(`/proc/${pid}/status`) ?? '')?.[1]
  if (!command || !parent) return 'ended'
  if (command[command.indexOf('-D') + 1] !== folder) return 'replaced'
  const owner = command.find((word) => word.startsWith(`${ownerSetting}=`))
  return owner && owner !== `${ownerSetting}=${parent}` ? 'orphaned' : 'owned'
}

/** Removes what PostgreSQL would take for a live server's locks, because the process id is in use again. */
export function removeLockFiles(folder: string, { socket }: LockFile): void {
  rmSync(join(folder, 'postmaster.pid'), { force: true })
  if (socket) rmSync(join(socket.host, `${socketName}.lock`), { force: true })
}

function readFileIfExists(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = errorCode(error)
    // A process that ends while it is being read answers ESRCH.
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}
