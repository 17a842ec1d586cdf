import { buffer } from 'node:stream/consumers'
import { inTransaction } from '#server/platform/db/database.ts'
import { documentFile } from '#server/platform/files/sealed-files.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import { renderPreview, readQrText } from '#server/platform/pdf/pictures.ts'
import type { Platform } from '#server/platform/work.ts'
import {
  claimUnpreviewed,
  recordPreview,
  selectUnpreviewed,
  type UnpreviewedDocument,
} from './preview.queries.ts'

const maxPreviewBytes = 120_000

/** A younger document still has its own job, which is retried after a crash. */
const backlogAgeMs = 5 * 60_000

/** Idempotent. */
export async function previewDocument(platform: Platform, documentId: number): Promise<void> {
  const document = await inTransaction(platform.db, (tx) => selectUnpreviewed(tx, documentId))
  if (document) await createPreview(platform, document)
}

/**
 * Previews the newest document of the backlog; false if there is none. The claim comes first, so that a file that
 * crashes the server is not tried at every start.
 */
export async function previewNextDocument(platform: Platform): Promise<boolean> {
  const { db, clock } = platform
  const now = clock()
  const until = new Date(now.getTime() - backlogAgeMs)
  const document = await inTransaction(db, (tx) => claimUnpreviewed(tx, { now, until }))
  if (!document) return false
  try {
    await createPreview(platform, document)
  } catch (error) {
    const unclaimed = {
      preview_attempted_at: null,
      preview_file: null,
      preview_key: null,
      sealed_qr_text: null,
    }
    await inTransaction(db, (tx) => recordPreview(tx, document, unclaimed))
    throw error
  }
  return true
}

/** Stores a picture of the first page and the QR code's text. Rejects if files cannot be read or written. */
async function createPreview(
  { db, files, seal, clock, log }: Platform,
  document: UnpreviewedDocument,
): Promise<void> {
  const { file1, content_type } = document
  const file = await files.open('documents.file_key', documentFile(document))
  const bytes = file && (await buffer(file.read()))
  if (!bytes) log.error({ document: document.id }, 'a document has no file')
  const picture = bytes && (await renderPreview(bytes, content_type, maxPreviewBytes))
  const qrText = picture && (await readQrText(bytes, content_type))

  const sealed = picture && files.seal('documents.preview_key', picture)
  await storeWithRows({ files, db }, sealed ? [sealed] : [], (tx) =>
    recordPreview(tx, document, {
      preview_attempted_at: clock(),
      preview_file: sealed?.name ?? null,
      preview_key: sealed?.key ?? null,
      sealed_qr_text: qrText === null ? null : seal.seal('documents.sealed_qr_text', file1, qrText),
    }),
  )
}
