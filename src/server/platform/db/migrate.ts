import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import { projectRoot } from '../project-root.ts'

const toMigration = (text: string): Migration => ({
  async up(db) {
    // An index of a million orders takes longer than any other statement may.
    await sql`set local statement_timeout = 0`.execute(db)
    await sql.raw(text).execute(db)
  },
})

/** The SQL files of `migrations/`, in the order of their names. One that has landed is never edited. */
async function sqlMigrations(): Promise<Record<string, Migration>> {
  const folder = join(projectRoot(), 'migrations')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const entries = files.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8')
    return [name.replace(/\.sql$/, ''), toMigration(text)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const createMigrator = <T>(db: Kysely<T>) => new Migrator({ db, provider: { getMigrations: sqlMigrations } })

/** Brings a database to this version; several servers may start at once (Kysely holds a lock). Throws on failure. */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<void> {
  const { error } = await createMigrator(db).migrateToLatest()
  if (error) throw error
}

/** Brings a new database to an earlier version, named as its file without `.sql`: for tests of what comes after. */
export async function migrateTo<T>(db: Kysely<T>, name: string): Promise<void> {
  const { error } = await createMigrator(db).migrateTo(name)
  if (error) throw error
}
