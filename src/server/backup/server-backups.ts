import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Entry } from '#server/platform/entries.ts'
import { installationId } from '#server/platform/server-keys.ts'
import type { Platform } from '#server/platform/work.ts'
import { openFileStore } from '#server/platform/files/open-stores.ts'
import type { Destination } from './destination.ts'
import { selectTimeline } from './last-backup.queries.ts'
import { createOwnDestination } from './own-destination.ts'
import { isBackupDue } from './schedule.ts'
import { sendErasures } from './erasure-list.ts'
import { sendLastLog, sendLog } from './send-changes.ts'

/** ms between looks. */
const logMs = 5000
const erasuresMs = 30_000
const dueMs = 60_000
/** What the end of the log may take, of the 20 s that a stop has. */
const lastLogMs = 4000

export interface ServerBackups {
  /** Waits for what is being sent; a backup that runs is given up, and made at the next start. */
  stop(): Promise<void>
  /** Once the embedded database has stopped, which ends its log; what cannot be sent soon waits for the next start. */
  sendRest(): Promise<void>
}

/**
 * A process of its own, so that sealing and comparing keep nobody waiting. Answers its last line, empty where another server
 * has made the backup meanwhile; throws with it where it fails.
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

/** Sends log, documents and erasures to BACKUP_TO as they come, and has backups made when they are due; `entry` is `cli`. */
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
