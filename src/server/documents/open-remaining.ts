import { buffer } from 'node:stream/consumers'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { uncheckedReason } from '#server/platform/files/open-document.ts'
import { documentFile } from '#server/platform/files/sealed-files.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import { readDocument, type DocumentContent } from '#server/platform/pdf/pictures.ts'
import type { Platform } from '#server/platform/work.ts'

type Unopened = Awaited<ReturnType<typeof claimUnopened>>[number]

/** Documents at once: a short job lets others run in between. */
const atOnce = 5

/** Opens documents that were stored unopened, as by a version that did not: the newest first. False if there are none. */
export async function openRemainingDocuments(platform: Platform): Promise<boolean> {
  const documents = await inTransaction(platform.db, (tx) => claimUnopened(tx, atOnce))
  for (const document of documents) await openOne(platform, document)
  return documents.length > 0
}

async function openOne({ files, db, seal, log }: Platform, document: Unopened): Promise<void> {
  const file = await files.open('documents.file_key', documentFile(document))
  if (!file) log.error({ document: document.id }, 'a document has no file')
  const found = file && (await readDocument(await buffer(file.read()), document.content_type))
  const read: DocumentContent | null = found?.fault === null ? found : null
  const preview = read?.preview ? files.seal('documents.preview_key', read.preview) : null
  await storeWithRows({ files, db }, preview ? [preview] : [], (tx) =>
    recordOpened(tx, document.id, {
      pages: read?.pages ?? 0,
      unchecked: uncheckedReason(read),
      preview_file: preview?.name ?? null,
      preview_key: preview?.key ?? null,
      sealed_qr_text: read?.qrText
        ? seal.seal('documents.sealed_qr_text', document.file1, read.qrText)
        : null,
    }),
  )
}

/** Marks them first, so that a file that crashes the server is not opened at every start. */
const claimUnopened = (tx: Tx, limit: number) =>
  tx
    .updateTable('documents')
    .set({ pages: 0, unchecked: 'not read' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('documents')
        .select('id')
        .where('pages', 'is', null)
        .where('withdrawn_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'file1', 'stored_as', 'file_key', 'content_type'])
    .execute()

/** False where another server has drawn it since. */
async function recordOpened(
  tx: Tx,
  id: number,
  opened: {
    pages: number
    unchecked: ReturnType<typeof uncheckedReason>
    preview_file: string | null
    preview_key: Buffer | null
    sealed_qr_text: Buffer | null
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set(opened)
    .where('id', '=', id)
    .where('preview_file', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
