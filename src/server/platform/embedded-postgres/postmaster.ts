import { errorCode } from '../error-code.ts'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, fchownSync, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { withParentDeathSignal, spawnAs } from './account.ts'
import { ownFolder, superuser, type Cluster } from './cluster.ts'
import { isHeldElsewhere, takeFolderLock } from './folder-lock.ts'
import { readPostmasterState, ownerSetting, readLockFile, removeLockFiles } from './lock-file.ts'
import { port, socketFolder } from './socket-folder.ts'
import { archiveSettings, makeSpool } from './wal-archive.ts'

/** `host` is the folder of the socket. */
export interface Connection {
  host: string
  port: number
  user: string
  database: 'postgres'
}

/** A postmaster that answers; `child` is set if this process started it. */
export interface Postmaster {
  pid: number
  connection: Connection
  child?: ChildProcess
}

export type Log = (line: string) => void

export interface LaunchOptions {
  onLaunched?: () => void
  archives?: boolean
  settings?: Readonly<Record<string, string>>
}

const settings = {
  listen_addresses: '',
  shared_buffers: '256MB',
  max_connections: '200',
  max_wal_size: '2GB',
  jit: 'off',
  timezone: 'UTC',
  shared_preload_libraries: '',
  log_checkpoints: 'off',
  // Errors reach the caller; PostgreSQL's own log would only repeat statements.
  log_min_messages: 'log',
}
const pollMs = 50
const readinessPollMs = 10
const startTimeoutMs = 60_000
const graceMs = 500
const maxLogBytes = 1_000_000

class FolderBusyError extends Error {}

/**
 * The cluster's postmaster: that of another live process, else a new one. An orphaned one is stopped and waited for.
 * Throws one line if PostgreSQL does not start.
 */
export async function ensurePostmaster(
  cluster: Cluster,
  log: Log,
  options: LaunchOptions = {},
): Promise<Postmaster> {
  const { lockPath } = cluster
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const found = await attach(cluster)
    if (found) return found
    if (clearStaleLock(cluster)) {
      const lock = lockPath === undefined ? undefined : await takeFolderLock(lockPath, log)
      try {
        if (lock !== null) return await launch(cluster, log, { ...options, kept: lock ? [lock.file] : [] })
      } catch (error) {
        if (!(error instanceof FolderBusyError) || Date.now() > deadline) throw error
      } finally {
        // The postmaster holds it now.
        lock?.release()
      }
      if (lock === null && lockPath && (Date.now() > deadline || (await isHeldElsewhere(lockPath)))) {
        throw new Error(`${dirname(lockPath)} is in use by another server or a restore: end that first.`)
      }
    }
    await sleep(pollMs)
  }
}

/**
 * Ends a postmaster that this process started; everything committed is kept. Connections have `graceMs` to close (a
 * closed pool is still hanging up), then they are cut.
 */
export async function stopPostmaster({ child }: Postmaster): Promise<void> {
  if (!child || hasEnded(child)) return
  child.ref()
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGINT'), graceMs)
  await ended
  clearTimeout(killTimer)
}

export function isAlive({ pid, child }: Postmaster, { folder }: Cluster): boolean {
  if (child) return !hasEnded(child)
  const lock = readLockFile(folder)
  return lock?.pid === pid && readPostmasterState(lock, folder) === 'owned'
}

async function attach(cluster: Cluster): Promise<Postmaster | undefined> {
  const { folder } = cluster
  const lock = readLockFile(folder)
  if (!lock?.socket || readPostmasterState(lock, folder) !== 'owned') return undefined
  const found = { pid: lock.pid, connection: connectionTo(lock.socket) }
  // The owner may die during the check.
  return (await isReady(found.connection)) && isAlive(found, cluster) ? found : undefined
}

function clearStaleLock({ folder }: Cluster) {
  const lock = readLockFile(folder)
  if (!lock) return true
  const state = readPostmasterState(lock, folder)
  if (state === 'orphaned') interrupt(lock.pid)
  if (state === 'replaced') removeLockFiles(folder, lock)
  // PostgreSQL itself handles the lock file of an ended postmaster: it also looks for leftover children.
  return state === 'ended' || state === 'replaced'
}

async function launch(
  cluster: Cluster,
  log: Log,
  { onLaunched, archives = false, settings: further, kept }: LaunchOptions & { kept: readonly number[] },
): Promise<Postmaster> {
  const { folder, account, binaries } = cluster
  const host = socketFolder(cluster)
  if (archives) makeSpool(cluster)
  const options = {
    ...settings,
    ...(archives && archiveSettings),
    ...further,
    port,
    unix_socket_directories: `"${(host === folder ? ownFolder : host).replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    [ownerSetting]: process.pid,
  }
  const postgres = [
    binaries.postgres,
    '-D',
    ownFolder,
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const command = await withParentDeathSignal('INT', postgres)
  if (command === postgres) {
    log(
      'setpriv (util-linux) is missing: if this process is killed, PostgreSQL runs on until the next start.',
    )
  }
  const output = openLog(cluster)
  const child = await spawnAs(account, command, { folder, output: output.file, kept }).finally(() =>
    closeSync(output.file),
  )
  child.unref()
  onLaunched?.()
  const { pid = -1 } = child
  const connection = connectionTo({ host, port })
  while (!hasEnded(child)) {
    if (readLockFile(folder)?.pid === pid && (await isReady(connection))) return { pid, connection, child }
    await sleep(readinessPollMs)
  }
  throw startFailure(output)
}

function openLog({ folder, account }: Cluster) {
  const path = join(folder, 'postgres.log')
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants
  const file = openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600)
  if (account.ids) fchownSync(file, account.ids.uid, account.ids.gid)
  if (fstatSync(file).size > maxLogBytes) ftruncateSync(file)
  return { path, file, from: fstatSync(file).size }
}

function startFailure({ path, from }: { path: string; from: number }) {
  const lines = readFileSync(path).subarray(from).toString().trim().split('\n')
  const reason = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? ''
  const message = `PostgreSQL did not start: ${reason.replace(/^.*(FATAL|PANIC): */, '')} (see ${path})`
  return /lock file .* (already exists|is empty)|shared memory block .* is still in use/.test(reason)
    ? new FolderBusyError(message)
    : new Error(message)
}

async function isReady(connection: Connection) {
  // A PGSSLMODE in the environment would demand encryption on a local socket.
  const client = new Client({ ...connection, ssl: false })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    if (isNotReady(error)) return false
    throw error
  } finally {
    await client.end()
  }
}

/** No socket yet, starting up or shutting down (SQLSTATE class 57), or disconnected meanwhile. */
const isNotReady = (error: unknown) =>
  error instanceof Error &&
  (!('code' in error) || /^(ENOENT|ECONNREFUSED|ECONNRESET|EPIPE|57P0\d)$/.test(String(error.code)))

const connectionTo = (socket: { host: string; port: number }): Connection => ({
  ...socket,
  user: superuser,
  database: 'postgres',
})

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

function interrupt(pid: number) {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
