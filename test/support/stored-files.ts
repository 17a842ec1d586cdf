import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { documentFile, type FileKeyColumn, type FileReference } from '#server/platform/files/sealed-files.ts'
import { uploadDocumentTo } from '../http/visitor-requests.ts'
import { createTestOrder } from './orders.ts'
import { storeReadProposal } from './proposals.ts'
import { receiveReply } from './replies.ts'
import type { TestApp } from './test-app.ts'

export async function readStoredFile(
  app: TestApp,
  sealedColumn: FileKeyColumn,
  file: FileReference,
): Promise<Buffer> {
  const opened = await app.platform.files.open(sealedColumn, file)
  if (!opened) throw new Error(`there is no file ${file.name}`)
  return buffer(opened.read())
}

/** The name of a document's file in the store, and its key. */
export const storedDocument = async (app: TestApp, file1: string): Promise<FileReference> =>
  documentFile(
    await app.platform.db
      .selectFrom('documents')
      .select(['file1', 'stored_as', 'file_key'])
      .where('file1', '=', file1)
      .executeTakeFirstOrThrow(),
  )

export const readDocument = async (app: TestApp, file1: string): Promise<Buffer> =>
  readStoredFile(app, 'documents.file_key', await storedDocument(app, file1))

/** An order with a file of every kind: document and preview, a file of its mail, a proposal and its preview. */
export async function createOrderWithFiles(app: TestApp) {
  const orderId = await createTestOrder(app, { email: 'buyer@example.com' })
  const document = await uploadDocumentTo(app, orderId, { padding: 200_000 })
  const bytes = randomBytes(100_000)
  await receiveReply(app, orderId, { files: [{ name: 'passport.jpg', contentType: 'image/jpeg', bytes }] })
  await storeReadProposal(app, orderId)
  return { orderId, ...document }
}
