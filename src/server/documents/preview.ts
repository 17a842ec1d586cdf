import { buffer } from 'node:stream/consumers'
import { inTransaction } from '#server/platform/db/database.ts'
import { newFileName } from '#server/platform/files/file-store.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import { previewPicture, qrTextOf } from '#server/platform/pdf/pictures.ts'
import type { Platform } from '#server/platform/work.ts'
import { keepLook, selectUnlooked, takeUnlooked, type Unlooked } from './preview.queries.ts'

const previewBytes = 120_000

/** A younger document has a job of its own that goes on, and a server's end makes that come again. */
const leftBehindMs = 5 * 60_000

/** Looks at a document that nobody has looked at; nothing happens to any other. Can be done again at any time. */
export async function lookAt(platform: Platform, documentId: number): Promise<void> {
  const document = await inTransaction(platform.db, (tx) => selectUnlooked(tx, documentId))
  if (document) await look(platform, document)
}

/**
 * Looks at the newest document that was left behind without a look; false when there is none. It is marked first, so that a file
 * that ended a server is not met again at every start.
 */
export async function lookAtNext(platform: Platform): Promise<boolean> {
  const { db, clock } = platform
  const now = clock()
  const until = new Date(now.getTime() - leftBehindMs)
  const document = await inTransaction(db, (tx) => takeUnlooked(tx, { now, until }))
  if (!document) return false
  try {
    await look(platform, document)
  } catch (error) {
    const unmarked = { looked_at: null, preview_file: null, qr_text: null }
    await inTransaction(db, (tx) => keepLook(tx, document, unmarked))
    throw error
  }
  return true
}

/** Finds the picture and the words of the QR code, and keeps both. Rejects where files cannot be read or written. */
async function look({ db, files, clock, log }: Platform, document: Unlooked): Promise<void> {
  const { file1, content_type } = document
  const bytes = (await files.size(file1)) === null ? null : await buffer(files.read(file1))
  if (!bytes) log.error({ document: document.id }, 'a document has no file')
  const picture = bytes && (await previewPicture(bytes, content_type, previewBytes))
  const qr_text = picture && (await qrTextOf(bytes, content_type))

  const preview_file = picture && newFileName('webp')
  const added = picture && preview_file ? [{ name: preview_file, bytes: picture }] : []
  await storeWithRows({ files, db }, added, (tx) =>
    keepLook(tx, document, { looked_at: clock(), preview_file, qr_text }),
  )
}
