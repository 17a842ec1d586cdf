import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Entry } from '#server/platform/entries.ts'
import { installationId } from '#server/platform/server-keys.ts'
import type { Platform } from '#server/platform/work.ts'
import { openFileStore } from '#server/platform/files/open-stores.ts'
import type { AwsAccess, Config } from '#server/config.ts'
import type { BackupAddress } from '#server/settings.ts'
import { whileLocked } from '#server/platform/db/named-lock.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { listNotes, notesFolder } from '#server/platform/files/noted-store.ts'
import type { Destination } from './destination.ts'
import { selectTimeline } from './base-backup.queries.ts'
import { isBackupDue } from './schedule.ts'
import { sendErasures } from './erasure-list.ts'
import { openDestination } from './open-destination.ts'
import { refuseOtherTimeline } from './other-timeline.ts'
import { claimDestination } from './destination-owner.ts'
import { sendNoted } from './send-documents.ts'
import { listSpool, sendSpool } from './send-wal.ts'
import { spoolOf } from './waiting-log.ts'

/** ms between polls. */
const logMs = 5000
const erasuresMs = 30_000
const dueMs = 60_000
/** The share of the 20 s of a stop that the last WAL may take. */
const lastLogMs = 4000

export interface ServerBackups {
  /** Waits for running sends; aborts a running backup, which is repeated at the next start. */
  stop(): Promise<void>
  /** Sends the last WAL once the embedded database has stopped; the rest waits for the next start. */
  sendRest(): Promise<void>
}

/**
 * Makes a backup in a child process, so that sealing and comparing do not block the server. Returns its last line,
 * empty if another server made the backup; throws it on failure.
 */
async function runBackup({ path, execArgv }: Entry, signal: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, [...execArgv, path, 'backup', '--if-due'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-2000)))
  await once(child, 'close')
  const last = said.trim().split('\n').at(-1) ?? ''
  if (child.exitCode !== 0) throw new Error(`the backup failed: ${last}`)
  return last
}

/** Sends WAL, documents and erasures to BACKUP_TO continuously, and starts due backups; `entry` is `cli`. */
export function startServerBackups(platform: Platform, entry: Entry): ServerBackups {
  const { config, db, clock, log } = platform
  const { to, key, everyHours } = config.backup
  if (!to || !key) return { stop: async () => {}, sendRest: async () => {} }
  const stopping = new AbortController()
  const { signal } = stopping
  const isEmbedded = config.databaseUrl === undefined

  async function backUpIfDue(): Promise<void> {
    if (!(await isBackupDue(db, { everyHours, now: clock(), isEmbedded }))) return
    const said = await runBackup(entry, signal)
    if (said) log.info(said)
  }
  async function every(ms: number, what: string, work: () => Promise<unknown>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, what)
      })
      await pause(ms, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const readTimeline = async () => (isEmbedded ? selectTimeline(db) : null)
  const open = createOwnDestination(
    { id: installationId(platform.seal), clock, access: config.backup.access, key, readTimeline },
    to,
  )
  const withDestination = (send: (destination: Destination) => Promise<unknown>) => async () =>
    send(await open())
  const running = [
    every(
      logMs,
      'backup of the log',
      withDestination((it) => sendLog(platform, it, key)),
    ),
    every(
      erasuresMs,
      'list of erasures',
      withDestination((it) => sendErasures(db, it, key)),
    ),
    every(dueMs, 'backup', backUpIfDue),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
    async sendRest() {
      const sent = open().then(async (destination) =>
        sendLastLog(config, await openFileStore(config), destination, key),
      )
      const tooLate = pause(lastLogMs, undefined, { ref: false }).then(() => {
        throw new Error(`not within ${lastLogMs / 1000} s`)
      })
      await Promise.race([sent, tooLate]).catch((error: unknown) =>
        log.error({ err: error }, 'the end of the log is not in the backup before the next start'),
      )
    },
  }
}

/** ms for which a check of the destination stays valid. */
export const holdsMs = 30_000

interface Installation {
  id: string
  clock: () => Date
  access: AwsAccess | undefined
  /** BACKUP_KEY. */
  key: Buffer
  /** The timeline of the embedded database; null for an external one, which sends no WAL. */
  readTimeline: () => Promise<number | null>
}

/** Returns the destination; rejects with a `BackupError` if this installation may not write to it. */
export function createOwnDestination(
  { id, clock, access, key, readTimeline }: Installation,
  address: BackupAddress,
): () => Promise<Destination> {
  let opened: Promise<Destination> | undefined
  let timeline: number | null | undefined
  let last = { at: -Infinity, result: Promise.resolve() }

  async function check(destination: Destination): Promise<void> {
    await claimDestination(destination, key, id)
    // Constant while the database runs, and needed once more after it stopped.
    timeline ??= await readTimeline()
    if (timeline !== null) await refuseOtherTimeline(destination, timeline, clock())
  }
  return async () => {
    const destination = await (opened ??= openDestination(address, { access }))
    const now = performance.now()
    if (now - last.at > holdsMs) last = { at: now, result: check(destination) }
    await last.result
    return destination
  }
}

/** Sends new WAL, after the documents that its rows name. */
export async function sendLog(
  platform: Pick<Platform, 'config' | 'db'>,
  destination: Destination,
  key: Buffer,
): Promise<void> {
  const { config, db } = platform
  const spool = await spoolOf(config)
  const segments = spool ? await listSpool(spool) : []
  const notes = notesFolder(config.dataDir)
  if (segments.length === 0 && (await listNotes(notes)).length === 0) return
  await whileLocked(
    db,
    'backup log',
    // The next poll sends what the other server leaves.
    async () => {},
    async () => {
      await sendNoted(await openFileStore(config), destination, notes)
      if (spool) await sendSpool(destination, key, spool, segments)
    },
  )
}

/** For a stopped database: no other process writes to the spool. */
async function sendLastLog(
  config: Config,
  store: FileStore,
  destination: Destination,
  key: Buffer,
): Promise<void> {
  const spool = await spoolOf(config)
  if (!spool) return
  await sendNoted(store, destination, notesFolder(config.dataDir))
  await sendSpool(destination, key, spool, await listSpool(spool))
}
