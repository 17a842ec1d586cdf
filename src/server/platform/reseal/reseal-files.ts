import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { inTransaction, type Db, type Tx } from '../db/database.ts'
import { UnopenedFileError, type SealedFile } from '../files/sealed-files.ts'
import { isStoreOfRows } from '../files/store-of-rows.ts'
import type { StoredFiles } from '../files/stored-files.ts'
import type { Platform } from '../work.ts'

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
 * From now on the rows of this file name the sealed one; false where somebody else has done it. The former file is to be
 * removed.
 */
export async function switchFile(
  tx: Tx,
  files: StoredFiles,
  former: FormerFile,
  { name, key }: SealedFile,
  now: Date,
): Promise<boolean> {
  // Only the names of shared files have an index.
  const ofRow = files.isShared ? sql`` : sql`id = ${former.id} and`
  const { numAffectedRows } = await sql`
    update ${sql.table(files.table)}
    set ${sql.ref(files.name)} = ${name}, ${sql.ref(files.key)} = ${key}
    where ${ofRow} ${sql.ref(files.formerName)} = ${former.name} and ${sql.ref(files.key)} is null
  `.execute(tx)
  if (!numAffectedRows) return false
  await tx.insertInto('replaced_files').values({ name: former.name, at: now }).execute()
  return true
}

type Store = Pick<Platform, 'db' | 'files' | 'clock'>

/** What is told of the files of older versions, one after the other. */
interface FileReporter {
  sealed(): void
  /** Its row names it, and it is not in the store. */
  missing(name: string): void
  /** It cannot be read; the id of its key, where that is known. */
  unopened(name: string, keyId: string | null): void
}

/** The content of a file of an older version. Null, and told, where there is none to be had. */
async function readFormerFile(
  { files }: Store,
  kind: StoredFiles,
  { name }: FormerFile,
  reporter: FileReporter,
): Promise<Buffer | null> {
  try {
    const file = await files.open(kind.sealedColumn, { name, key: null })
    if (file) return await buffer(file.read())
    reporter.missing(name)
  } catch (error) {
    reporter.unopened(name, error instanceof UnopenedFileError ? error.keyId : null)
  }
  return null
}

/** Writes a file anew, sealed by a key of its own, and switches its row to it. */
async function sealFormerFile(
  store: Store,
  kind: StoredFiles,
  former: FormerFile,
  reporter: FileReporter,
): Promise<void> {
  const { db, files, clock } = store
  const bytes = await readFormerFile(store, kind, former, reporter)
  if (!bytes) return
  const sealed = files.seal(kind.sealedColumn, bytes)
  await files.put(sealed)
  const isSwitched = await inTransaction(db, (tx) => switchFile(tx, kind, former, sealed, clock()))
  if (!isSwitched) return files.remove(sealed.name)
  reporter.sealed()
  await removeReplacedFiles(store)
}

/** Seals what older versions stored otherwise, one file after the other. */
export async function sealFormerFiles(
  store: Store,
  kind: StoredFiles,
  reporter: FileReporter,
): Promise<void> {
  for (let after = 0; ;) {
    const from = after
    const former = await inTransaction(store.db, (tx) => selectFormerFile(tx, kind, from))
    if (!former) return
    after = former.id
    await sealFormerFile(store, kind, former, reporter)
  }
}

/** ms that a download which has read its row already has left to open its file. */
export const graceMs = 5000

/**
 * Removes the files that sealed ones have taken the place of, after a pause; what an earlier run left included. Answers the
 * names of those that are not here and may be elsewhere.
 */
export async function removeReplacedFiles(
  store: Store,
  until = new Date(store.clock().getTime() - graceMs),
): Promise<string[]> {
  const { db, files } = store
  const rows = await db.selectFrom('replaced_files').select('name').where('at', '<=', until).execute()
  const elsewhere: string[] = []
  for (const { name } of rows) {
    if (await files.has(name)) await files.remove(name)
    else if (!(await isStoreOfRows(store))) {
      elsewhere.push(name)
      continue
    }
    await db.deleteFrom('replaced_files').where('name', '=', name).execute()
  }
  return elsewhere
}

/** Whether a file is still to be removed, by this run or by one that was ended. */
export const hasReplacedFiles = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('replaced_files').select('name').limit(1).executeTakeFirst()) !== undefined
