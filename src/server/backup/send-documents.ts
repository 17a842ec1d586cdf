import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { listNotes, noteAge, removeNote } from '#server/platform/files/noted-store.ts'
import { BackupError } from './backup-error.ts'
import type { Destination } from './destination.ts'
import type { ShowProgress } from './progress.ts'

const prefix = 'documents/'
const atOnce = 4
const onItsWayMs = 3_600_000

/** Documents are sent as stored: sealed by keys in their rows, and not bound to a place. */
export const documentObject = (name: string) => `${prefix}${name.slice(0, 2)}/${name}`

/** Bytes sent; null if the store lacks the file. */
async function sendDocument(
  store: FileStore,
  destination: Destination,
  name: string,
): Promise<number | null> {
  if ((await store.size(name)) === null) return null
  const bytes = await buffer(store.read(name))
  const object = documentObject(name)
  await destination.put(object, bytes)
  const sent = await destination.read(object)
  if (!sent?.equals(bytes)) throw new BackupError(`${object} is not stored as it was sent`)
  return bytes.length
}

/**
 * Sends the noted files. The note comes before the file, so a missing file may still come; after an hour it was
 * erased or never stored.
 */
export async function sendNoted(store: FileStore, destination: Destination, folder: string): Promise<number> {
  const names = await listNotes(folder)
  await pLimit(atOnce).map(names, async (name) => {
    const sent = await sendDocument(store, destination, name)
    if (sent !== null || (await noteAge(folder, name)) > onItsWayMs) await removeNote(folder, name)
  })
  return names.length
}

/** All documents in the destination, and when they were written. */
export async function listSent(destination: Destination): Promise<Map<string, Date>> {
  const sent = new Map<string, Date>()
  for await (const { name, writtenAt } of destination.list(prefix))
    sent.set(name.slice(name.lastIndexOf('/') + 1), writtenAt)
  return sent
}

export interface SentDocuments {
  count: number
  bytes: number
  /** In the store now. */
  names: Set<string>
}

/** Sends documents that the destination lacks; documents never change, so comparing names is enough. */
export async function sendDocuments(
  store: FileStore,
  destination: Destination,
  show: ShowProgress,
): Promise<SentDocuments> {
  const sent = await listSent(destination)
  const names = new Set<string>()
  for await (const { name } of store.list()) names.add(name)
  const missing = [...names].filter((name) => !sent.has(name))
  const result: SentDocuments = { count: 0, bytes: 0, names }
  await pLimit(atOnce).map(missing, async (name) => {
    result.bytes += (await sendDocument(store, destination, name)) ?? 0
    result.count += 1
    show('documents', result.count, missing.length, 'pieces')
  })
  return result
}
