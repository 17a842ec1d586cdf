import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../project-root.ts'

/**
 * How a migration is worked, which the end of its name says (`0050_drop_columns.contract.sql`). Without one it expands the
 * schema, in a transaction of its own: servers of the version before go on beside it. `concurrently` does so too, by
 * statements outside a transaction. `contract` takes away what the version before still uses.
 */
const endings = ['concurrently', 'contract'] as const
type Ending = (typeof endings)[number]

const endingOf = (name: string): Ending | undefined => endings.find((ending) => name.endsWith(`.${ending}`))
export const isContract = (name: string): boolean => endingOf(name) === 'contract'
export const isConcurrent = (name: string): boolean => endingOf(name) === 'concurrently'

/** SQL files in a folder. */
export interface Migrations {
  /** Of the files, without `.sql`, in the order in which they are worked. */
  names: string[]
  read(name: string): Promise<string>
}

export const migrationsIn = (folder: string): Migrations => ({
  names: readdirSync(folder)
    .flatMap((file) => /^(.*)\.sql$/.exec(file)?.[1] ?? [])
    .toSorted(),
  read: (name) => readFile(join(folder, `${name}.sql`), 'utf8'),
})

/** Those of this version. One that has landed is never edited. */
export const ownMigrations = migrationsIn(join(projectRoot(), 'migrations'))

/** What connections of this version call themselves, so that PostgreSQL can say which versions are running. */
export const connectionName = `pabean ${ownMigrations.names.at(-1) ?? ''}`
