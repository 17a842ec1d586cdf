import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../project-root.ts'

/**
 * The end of a migration's name says how it runs (`0050_drop_columns.contract.sql`). No ending: it expands the schema
 * in its own transaction, beside servers of the previous version. `concurrently`: the same, by statements outside a
 * transaction. `contract`: it removes what the previous version uses.
 */
const endings = ['concurrently', 'contract'] as const
type Ending = (typeof endings)[number]

const endingOf = (name: string): Ending | undefined => endings.find((ending) => name.endsWith(`.${ending}`))
export const isContract = (name: string): boolean => endingOf(name) === 'contract'
export const isConcurrent = (name: string): boolean => endingOf(name) === 'concurrently'

export interface Migrations {
  names: string[]
  read(name: string): Promise<string>
}

export const migrationsIn = (folder: string): Migrations => ({
  names: readdirSync(folder)
    .flatMap((file) => /^(.*)\.sql$/.exec(file)?.[1] ?? [])
    .toSorted(),
  read: (name) => readFile(join(folder, `${name}.sql`), 'utf8'),
})

/** A migration that has landed is never edited. */
export const ownMigrations = migrationsIn(join(projectRoot(), 'migrations'))

/** The connections' application_name, from which PostgreSQL knows the running versions. */
export const connectionName = `pabean ${ownMigrations.names.at(-1) ?? ''}`
