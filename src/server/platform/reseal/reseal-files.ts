import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { inTransaction, type Db, type Tx } from '../db/database.ts'
import type { FilePlace, SealedFile } from '../files/sealed-files.ts'
import type { Platform } from '../work.ts'

interface StoredFiles {
  place: FilePlace
  table: 'documents' | 'message_files'
  /** The column of a file's name in the store, and the one that older versions used. */
  name: string
  formerName: string
  key: string
}

/** The three kinds of files, as rows refer to them. */
export const storedFiles: readonly StoredFiles[] = [
  {
    place: 'documents.file_key',
    table: 'documents',
    name: 'stored_as',
    formerName: 'file1',
    key: 'file_key',
  },
  {
    place: 'documents.preview_key',
    table: 'documents',
    name: 'preview_file',
    formerName: 'preview_file',
    key: 'preview_key',
  },
  {
    place: 'message_files.file_key',
    table: 'message_files',
    name: 'stored_as',
    formerName: 'stored_as',
    key: 'file_key',
  },
]

interface FormerFile {
  id: number
  name: string
}

/** The next file without a key of its own. */
async function selectFormerFile(tx: Tx, files: StoredFiles, after: number): Promise<FormerFile | undefined> {
  const { rows } = await sql<FormerFile>`
    select id, ${sql.ref(files.formerName)} as name from ${sql.table(files.table)}
    where id > ${after} and ${sql.ref(files.key)} is null and ${sql.ref(files.formerName)} is not null
    order by id limit 1
  `.execute(tx)
  return rows[0]
}

/**
 * From now on the rows of this file name the sealed one; false where somebody else has done it. A file of a mail may have a
 * row for each of several orders. The former file is to be removed.
 */
export async function switchFile(
  tx: Tx,
  files: StoredFiles,
  formerName: string,
  { name, key }: SealedFile,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(files.table)}
    set ${sql.ref(files.name)} = ${name}, ${sql.ref(files.key)} = ${key}
    where ${sql.ref(files.formerName)} = ${formerName} and ${sql.ref(files.key)} is null
  `.execute(tx)
  if (!numAffectedRows) return false
  await tx.insertInto('replaced_files').values({ name: formerName, at: now }).execute()
  return true
}

type Store = Pick<Platform, 'db' | 'files' | 'clock'>

/** Writes a file anew, sealed by a key of its own, and switches its row to it. Null where it is not in the store. */
async function sealFormerFile(
  { db, files, clock }: Store,
  kind: StoredFiles,
  former: FormerFile,
): Promise<boolean | null> {
  const file = await files.open(kind.place, { name: former.name, key: null })
  if (!file) return null
  const sealed = files.seal(kind.place, await buffer(file.read()))
  await files.put(sealed)
  const isSwitched = await inTransaction(db, (tx) => switchFile(tx, kind, former.name, sealed, clock()))
  if (!isSwitched) await files.remove(sealed.name)
  return isSwitched
}

/** Seals what older versions stored otherwise, one file after the other; answers how many. */
export async function sealFormerFiles(
  store: Store,
  kind: StoredFiles,
  { onFile, onMissing }: { onFile: () => void; onMissing: (name: string) => void },
): Promise<number> {
  let count = 0
  for (let after = 0; ;) {
    const from = after
    const former = await inTransaction(store.db, (tx) => selectFormerFile(tx, kind, from))
    if (!former) return count
    after = former.id
    const isSealed = await sealFormerFile(store, kind, former)
    if (isSealed === null) onMissing(former.name)
    if (!isSealed) continue
    count++
    onFile()
    await removeReplacedFiles(store)
  }
}

/** ms that a download which has read its row already has left to open its file. */
export const graceMs = 5000

/** Removes the files that sealed ones have taken the place of, after a pause; what an earlier run left included. */
export async function removeReplacedFiles(
  { db, files, clock }: Store,
  until = new Date(clock().getTime() - graceMs),
): Promise<void> {
  const rows = await db.selectFrom('replaced_files').select('name').where('at', '<=', until).execute()
  for (const { name } of rows) {
    await files.remove(name)
    await db.deleteFrom('replaced_files').where('name', '=', name).execute()
  }
}

/** Whether a file is still to be removed, by this run or by one that was ended. */
export const hasReplacedFiles = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('replaced_files').select('name').limit(1).executeTakeFirst()) !== undefined
