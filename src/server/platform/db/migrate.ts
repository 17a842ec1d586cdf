import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import { projectRoot } from '../project-root.ts'
import { schemaLockTimeoutMs } from './schema-lock.ts'

const toMigration = (text: string): Migration => ({
  async up(db) {
    // An index of a million orders takes longer than any other statement may.
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`set local lock_timeout = ${sql.lit(schemaLockTimeoutMs)}`.execute(db)
    await sql.raw(text).execute(db)
  },
})

const migrationsFolder = () => join(projectRoot(), 'migrations')

/** The files of `migrations/` without `.sql`, in the order in which they are worked. */
export async function migrationNames(): Promise<string[]> {
  const files = await readdir(migrationsFolder())
  return files.flatMap((file) => /^(.*)\.sql$/.exec(file)?.[1] ?? []).toSorted()
}

/** The SQL files of `migrations/`. One that has landed is never edited. */
async function sqlMigrations(): Promise<Record<string, Migration>> {
  const entries = (await migrationNames()).map(async (name) => {
    const text = await readFile(join(migrationsFolder(), `${name}.sql`), 'utf8')
    return [name, toMigration(text)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const createMigrator = <T>(db: Kysely<T>) => new Migrator({ db, provider: { getMigrations: sqlMigrations } })

/** The migrations that a database has had, as Kysely keeps them in a table of its own; none where it is new. */
async function selectMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const { rows: tables } = await sql<{ isMade: boolean }>`
    select to_regclass('kysely_migration') is not null as "isMade"`.execute(db)
  if (tables[0]?.isMade !== true) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name).toSorted()
}

/** Migrations that the database lacks, and those it has had that this version does not know. */
export async function compareMigrations<T>(db: Kysely<T>): Promise<{ missing: string[]; unknown: string[] }> {
  const [known, present] = [await migrationNames(), await selectMigrations(db)]
  return {
    missing: known.filter((name) => !present.includes(name)),
    unknown: present.filter((name) => !known.includes(name)),
  }
}

/**
 * Brings a database to this version, by a transaction for each migration, so that none keeps the tables of another; a new
 * one, which nobody uses, in a single one. Throws on failure; what has been migrated until then stays.
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<void> {
  const [present, known] = [await selectMigrations(db), await migrationNames()]
  // Kysely looks through the catalogue first, which takes most of a start's time with the database.
  if (isDeepStrictEqual(present, known)) return
  const migrator = createMigrator(db)
  if (present.length === 0) {
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    return
  }
  for (;;) {
    const { error, results } = await migrator.migrateUp()
    if (error) throw error
    if (!results?.length) return
  }
}

/** Brings a new database to an earlier version, named as its file without `.sql`: for tests of what comes after. */
export async function migrateTo<T>(db: Kysely<T>, name: string): Promise<void> {
  const { error } = await createMigrator(db).migrateTo(name)
  if (error) throw error
}
