import { sql } from 'kysely'
import { inTransaction, type Db } from '../db/database.ts'
import type { Platform } from '../work.ts'
import type { FileStore } from './file-store.ts'
import { selectUnnamed, storedFiles, type StoredFiles } from './stored-files.ts'

const namesAtOnce = 5000

/** Batches of files written before `before` that no row names and no removal list contains. */
export async function* walkOrphans(
  db: Db,
  store: Pick<FileStore, 'list'>,
  before: Date,
): AsyncGenerator<string[]> {
  const unnamed = (names: readonly string[]) => inTransaction(db, (tx) => selectUnnamed(tx, names))
  let names: string[] = []
  for await (const { name, writtenAt } of store.list()) {
    if (writtenAt >= before) continue
    names.push(name)
    if (names.length < namesAtOnce) continue
    yield await unnamed(names)
    names = []
  }
  yield await unnamed(names)
}

/** ms. A file is written before its row; no upload or transaction lasts as long as this. */
const safeAgeMs = 24 * 60 * 60_000
/** A server that dies leaves a few files at most. */
const maxRemoved = 100

/**
 * Removes files whose server died between writing the file and committing its row, partial files included. With more of
 * them than `maxRemoved`, the database is an older one or the store another's, and nothing is removed. Returns the
 * number of removed files.
 */
export async function removeOrphanedFiles(
  platform: Pick<Platform, 'db' | 'files' | 'clock' | 'log'>,
): Promise<number> {
  const { db, files, clock, log } = platform
  const before = new Date(clock().getTime() - safeAgeMs)
  const partials = await files.removeUnfinished(before)
  const orphans: string[] = []
  for await (const names of walkOrphans(db, files, before)) {
    orphans.push(...names)
    if (orphans.length > maxRemoved) break
  }
  if (orphans.length > maxRemoved || (orphans.length > 0 && !(await isStoreOfRows(platform)))) {
    log.error({ count: orphans.length }, 'files that no row names are left alone: see verify-files')
    return partials
  }
  for (const name of orphans) await files.remove(name)
  const removed = partials + orphans.length
  if (removed > 0) log.warn({ count: removed }, 'files that no row names were removed')
  return removed
}

async function selectFirstSealed(db: Db, { table, name, key }: StoredFiles): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(name)} as name from ${sql.table(table)} where ${sql.ref(key)} is not null order by id limit 1
  `.execute(db)
  return rows.map((row) => row.name)
}

/** Whether the store has the files that the rows name; changed settings may point to another folder or bucket. */
async function isStoreOfRows({ db, files }: Pick<Platform, 'db' | 'files'>): Promise<boolean> {
  const names = (await Promise.all(storedFiles.map((kind) => selectFirstSealed(db, kind)))).flat()
  const found = await Promise.all(names.map((name) => files.has(name)))
  return found.length > 0 && found.every(Boolean)
}
