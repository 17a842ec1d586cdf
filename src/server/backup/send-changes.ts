import type { Config } from '#server/config.ts'
import { whileLocked } from '#server/platform/db/named-lock.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { openFileStore } from '#server/platform/files/open-stores.ts'
import { listNotes, notesFolder } from '#server/platform/files/noted-store.ts'
import type { Platform } from '#server/platform/work.ts'
import type { Destination } from './destination.ts'
import { sendNoted } from './send-documents.ts'
import { listSpool, sendSpool } from './send-wal.ts'
import { spoolOf } from './waiting-log.ts'

/** Sends what has come since the last time: the log, and before it the documents which its rows name. */
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
    // What the other server leaves is for the next look.
    async () => {},
    async () => {
      await sendNoted(await openFileStore(config), destination, notes)
      if (spool) await sendSpool(destination, key, spool, segments)
    },
  )
}

/** The same of a database that has stopped: its log ends there, and nobody else writes to the spool. */
export async function sendLastLog(
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
