import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import { projectRoot } from '../project-root.ts'

/** The SQL files of `migrations/`, in the order of their names. One that has landed is never edited. */
async function sqlMigrations(): Promise<Record<string, Migration>> {
  const folder = join(projectRoot(), 'migrations')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const entries = files.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8')
    return [
      name.replace(/\.sql$/, ''),
      {
        up: (db: Kysely<unknown>) =>
          sql
            .raw(text)
            .execute(db)
            .then(() => {}),
      },
    ] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Brings a database to this version; several servers may start at once (Kysely holds a lock). Throws on failure. */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: sqlMigrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
