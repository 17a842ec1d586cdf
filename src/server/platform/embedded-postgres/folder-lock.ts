import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, ftruncateSync, openSync, readFileSync, readlinkSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../error-code.ts'

const pollMs = 50
/** ms for which a holder of another namespace may only be one that has just ended. */
const foreignMs = 1000

/** The processes that can see each other. */
const namespace = () => readlinkSync('/proc/self/ns/pid')

/**
 * A lock on a data folder, which also containers and pods keep from each other on one kernel. It holds until each
 * process that has the descriptor closes it or ends.
 */
export interface FolderLock {
  file: number
  release(): void
}

/** Null while another process holds the lock. Where it cannot be taken at all, `log` says so and nothing is locked. */
export async function takeFolderLock(path: string, log: (line: string) => void): Promise<FolderLock | null> {
  const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants
  const file = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
  const lock = { file, release: () => closeSync(file) }
  const code = await lockDescriptor(file)
  if (code === 1) {
    lock.release()
    return null
  }
  if (code === 0) {
    ftruncateSync(file)
    writeSync(file, namespace(), 0)
  } else
    log(`${path} cannot be locked (flock of util-linux: ${code}): start no second server on this folder.`)
  return lock
}

/** The lock belongs to the open file, which the program shares with this process. */
async function lockDescriptor(file: number): Promise<number | string> {
  const child = spawn('flock', ['--nonblock', '3'], { stdio: ['ignore', 'ignore', 'ignore', file] })
  try {
    const [code] = await once(child, 'exit')
    return Number(code)
  } catch (error) {
    return errorCode(error) ?? 'unknown'
  }
}

/** Whether the lock is held, for longer than a moment, by a process that this one cannot see. */
export async function isHeldElsewhere(path: string): Promise<boolean> {
  for (let waited = 0; waited < foreignMs; waited += pollMs) {
    if (readFileSync(path, 'utf8') === namespace()) return false
    await sleep(pollMs)
  }
  return true
}
