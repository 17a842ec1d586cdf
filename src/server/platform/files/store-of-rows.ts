import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Platform } from '../work.ts'
import { storedFiles, type StoredFiles } from './stored-files.ts'

/** The name of the file that was sealed first among those of a kind. */
async function selectFirstSealed(db: Db, { table, name, key }: StoredFiles): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(name)} as name from ${sql.table(table)} where ${sql.ref(key)} is not null order by id limit 1
  `.execute(db)
  return rows.map((row) => row.name)
}

/** Whether the store is the one whose files the rows name: with other settings it may be another folder or bucket. */
export async function isStoreOfRows({ db, files }: Pick<Platform, 'db' | 'files'>): Promise<boolean> {
  const names = (await Promise.all(storedFiles.map((kind) => selectFirstSealed(db, kind)))).flat()
  const found = await Promise.all(names.map((name) => files.has(name)))
  return found.length > 0 && found.every(Boolean)
}
