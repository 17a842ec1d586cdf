import { sql } from 'kysely'
import * as z from 'zod/mini'
import { folderStore } from '#server/platform/files/file-store.ts'
import { sealedTables, type SealedColumnName } from '#server/platform/sealed-columns.ts'
import { join } from 'node:path'
import { sealBytesFormerly, sealFormerly } from './former-seal.ts'
import { readStoredFile } from './stored-files.ts'
import { testDataKeys, type TestApp } from './test-app.ts'

/** Rewrites all rows and files of an app as versions before 0010 kept them. */
export async function writeAsOlderVersion(app: TestApp): Promise<void> {
  await unsealFiles(app)
  for (const { table, columns } of sealedTables) {
    for (const column of columns) if (!column.column.endsWith('_key')) await unsealColumn(app, table, column)
  }
  await app.platform.db.deleteFrom('settings').where('key', 'like', 'data-key-check:%').execute()
}

interface Column {
  column: string
  boundTo: string
  replaces?: string
}

async function unsealColumn(app: TestApp, table: string, { column, boundTo, replaces }: Column) {
  const { db, seal } = app.platform
  const { rows } = await sql<{ at: string; bound: string; sealed: Buffer }>`
    select ctid::text as at, ${sql.ref(boundTo)}::text as bound, ${sql.ref(column)} as sealed
    from ${sql.table(table)} where ${sql.ref(column)} is not null
  `.execute(db)
  for (const { at, bound, sealed } of rows) {
    const value = seal.open(z.unknown(), `${table}.${column}` as SealedColumnName, bound, sealed)
    const isJson = typeof value === 'object'
    const readable = isJson
      ? sql`coalesce(${sql.ref(replaces ?? column)}, '{}'::jsonb) || ${JSON.stringify(value)}::jsonb`
      : sql`${value}`
    const set = replaces
      ? sql`${sql.ref(column)} = null, ${sql.ref(replaces)} = ${readable}`
      : sql`${sql.ref(column)} = ${sealFormerly(testDataKeys, bound, value)}`
    await sql`update ${sql.table(table)} set ${set} where ctid = ${at}::tid`.execute(db)
  }
}

async function unsealFiles(app: TestApp): Promise<void> {
  const { db, files } = app.platform
  const store = folderStore(join(app.dataDir, 'documents'))
  const replace = async (former: string, name: string, bytes: Buffer) => {
    await store.put(former, bytes)
    if (former !== name) await files.remove(name)
  }
  for (const row of await db.selectFrom('documents').selectAll().execute()) {
    const { stored_as, file_key: key, preview_file, preview_key } = row
    if (stored_as && key) {
      await replace(
        row.file1,
        stored_as,
        await readStoredFile(app, 'documents.file_key', { name: stored_as, key }),
      )
    }
    const picture = preview_file && { name: preview_file, key: preview_key }
    const formerPicture = picture && `${picture.name.replace(/\..*/, '')}.webp`
    if (picture && formerPicture)
      await replace(formerPicture, picture.name, await readStoredFile(app, 'documents.preview_key', picture))
    await db
      .updateTable('documents')
      .set({ stored_as: null, file_key: null, preview_file: formerPicture, preview_key: null })
      .where('id', '=', row.id)
      .execute()
  }
  // A file of a mail may have rows with several orders.
  const shared = db.selectFrom('message_files').select(['stored_as', 'file_key']).distinct()
  for (const { stored_as, file_key } of await shared.execute()) {
    const bytes = await readStoredFile(app, 'message_files.file_key', { name: stored_as, key: file_key })
    await store.put(stored_as, sealBytesFormerly(testDataKeys, stored_as, bytes))
    await db.updateTable('message_files').set({ file_key: null }).where('stored_as', '=', stored_as).execute()
  }
}
