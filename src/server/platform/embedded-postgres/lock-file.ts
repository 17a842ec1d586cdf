import { errorCode } from '../error-code.ts'
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ownFolder } from './cluster.ts'
import { socketName } from './socket-folder.ts'

/** A custom setting with the process id of the postmaster's parent. */
export const ownerSetting = 'pabean.owner'

/** The contents of `postmaster.pid`; a starting postmaster has no socket yet. */
export interface LockFile {
  pid: number
  socket: { host: string; port: number } | undefined
}

export function readLockFile(folder: string): LockFile | undefined {
  const text = readFileIfExists(join(folder, 'postmaster.pid'))
  if (text === undefined) return undefined
  const [pid, , , port, host] = text.split('\n')
  const socket = host && port ? { host: host === ownFolder ? folder : host, port: Number(port) } : undefined
  return { pid: Number(pid), socket }
}

/**
 * The state of the postmaster that wrote the lock file. `owned`: its owner lives. `orphaned`: its owner is dead, so it
 * stops or should. `ended`: it is gone. `replaced`: another program has its process id.
 */
export function readPostmasterState(
  { pid }: LockFile,
  folder: string,
): 'owned' | 'orphaned' | 'ended' | 'replaced' {
  const command = readFileIfExists(`/proc/${pid}/cmdline`)?.split('\0')
  const workingFolder = workingFolderOf(pid)
  const parent = /^PPid:\s*(\d+)/m.exec(readFileIfExists(`/proc/${pid}/status`) ?? '')?.[1]
  if (!command || !parent || workingFolder === undefined) return 'ended'
  if (!command.includes('-D') || workingFolder !== folder) return 'replaced'
  const owner = command.find((word) => word.startsWith(`${ownerSetting}=`))
  return owner && owner !== `${ownerSetting}=${parent}` ? 'orphaned' : 'owned'
}

/** Removes lock files that PostgreSQL would attribute to a live server, because the process id is in use again. */
export function removeLockFiles(folder: string, { socket }: LockFile): void {
  rmSync(join(folder, 'postmaster.pid'), { force: true })
  if (socket) rmSync(join(socket.host, `${socketName}.lock`), { force: true })
}

const readFileIfExists = (file: string) => undefinedIfGone(() => readFileSync(file, 'utf8'))
/** A postmaster works in its database folder. */
const workingFolderOf = (pid: number) => undefinedIfGone(() => readlinkSync(`/proc/${pid}/cwd`))

function undefinedIfGone(read: () => string) {
  try {
    return read()
  } catch (error) {
    const code = errorCode(error)
    // Reading a process that ends answers ESRCH.
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}
