import { buffer } from 'node:stream/consumers'
import { documentFile, type FilePlace, type FileReference } from '#server/platform/files/sealed-files.ts'
import type { TestApp } from './test-app.ts'

export async function readStoredFile(app: TestApp, place: FilePlace, file: FileReference): Promise<Buffer> {
  const opened = await app.platform.files.open(place, file)
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
