import { setTimeout as pause } from 'node:timers/promises'
import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import { errorCode, errorMessage } from '../error-code.ts'
import { isLockTimeout } from './database.ts'
import { isConcurrent, isContract, ownMigrations, type Migrations } from './migrations.ts'

/** A waiting lock on a table blocks every later statement on that table. */
const lockTimeout = '3s'
const retryMs = 2000
/** ms until a migration without its lock is given up. */
const retryForMs = 10 * 60_000

/** The usual statement timeout is too short for an index over a million orders. */
const inTransaction = (text: string): Migration => ({
  async up(db) {
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(db)
    await sql.raw(text).execute(db)
  },
})

/** An index whose process died stays invalid and is never used. */
async function dropInvalidIndex(db: Kysely<unknown>, statement: string): Promise<void> {
  const name = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/im.exec(statement)?.[1]
  if (name === undefined) return
  const { rows } = await sql`
    select from pg_index i where i.indexrelid = to_regclass(${name}) and not i.indisvalid`.execute(db)
  if (rows.length > 0) await sql`drop index concurrently ${sql.ref(name)}`.execute(db)
}

/** `concurrently` blocks no other statement, so it needs no lock timeout. */
const byStatements = (text: string): Migration => ({
  async up(db) {
    await sql`set statement_timeout = 0`.execute(db)
    for (const statement of text.split(/;\s*$/m).filter((it) => it.trim() !== '')) {
      await dropInvalidIndex(db, statement)
      await sql.raw(statement).execute(db)
    }
    await sql`reset statement_timeout`.execute(db)
  },
})

const worked: Migration = { up: async () => {} }

async function selectMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const { rows: tables } = await sql<{ isMade: boolean }>`
    select to_regclass('public.kysely_migration') is not null as "isMade"`.execute(db)
  if (tables[0]?.isMade !== true) return []
  const { rows } = await sql<{ name: string }>`select name from public.kysely_migration`.execute(db)
  return rows.map(({ name }) => name).toSorted()
}

/** Whether the database has orders but lacks the first migration of 1.0. */
export async function isOfVersionBefore1<T>(db: Kysely<T>): Promise<boolean> {
  const present = await selectMigrations(db)
  if (present.length > 0) return !present.includes(ownMigrations.names[0] ?? '')
  const { rows } = await sql`select where to_regclass('public.orders') is not null`.execute(db)
  return rows.length > 0
}

async function workMigrations<T>(
  db: Kysely<T>,
  migrations: Migrations,
  { names, present }: { names: readonly string[]; present: readonly string[] },
): Promise<void> {
  const texts = await Promise.all(names.map(async (name) => [name, await migrations.read(name)] as const))
  const migrator = new Migrator({
    db,
    migrationTableSchema: 'public',
    // A contracting migration runs later than migrations with higher numbers.
    allowUnorderedMigrations: true,
    disableTransactions: names.some(isConcurrent),
    provider: {
      getMigrations: async () => ({
        ...Object.fromEntries(present.map((name) => [name, worked])),
        ...Object.fromEntries(
          texts.map(([name, text]) => [name, isConcurrent(name) ? byStatements(text) : inTransaction(text)]),
        ),
      }),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Shown where the server's role finds a new database or one of an earlier version. */
const ownerNeeded =
  'the database is not of this version yet, and this role may not change it: npm run cli -- migrate with MIGRATION_DATABASE_URL, as its owner, who may create in the database and in its schema public'

type Say = (line: string) => void

async function withRetries(work: () => Promise<void>, names: readonly string[], say: Say): Promise<void> {
  const deadline = performance.now() + retryForMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (errorCode(error) === '42501')
        throw new Error(`${ownerNeeded} (${errorMessage(error)})`, { cause: error })
      if (!isLockTimeout(error) || performance.now() > deadline) throw error
      say(`${names.join(', ')} waits for a table that another transaction uses`)
      await pause(retryMs)
    }
  }
}

/**
 * A new database gets its migrations in one transaction, split at concurrent ones; any other gets one transaction each.
 */
function batchesOf(pending: readonly string[], isNew: boolean): string[][] {
  const batches: string[][] = []
  for (const name of pending) {
    const last = batches.at(-1)
    if (isNew && last && ![name, ...last].some(isConcurrent)) last.push(name)
    else batches.push([name])
  }
  return batches
}

export interface SchemaState {
  missing: string[]
  /** Contracting migrations, for when no older version runs. */
  toContract: string[]
  /** Migrations of newer versions, compatible with this one. */
  newer: string[]
  /** Contracting migrations of newer versions, incompatible with this one. */
  takenAway: string[]
}

/** Whether no migration ran: the database is new. */
export const isEmpty = ({ missing }: Pick<SchemaState, 'missing'>): boolean =>
  missing.includes(ownMigrations.names[0] ?? '')

export async function readSchemaState<T>(
  db: Kysely<T>,
  { names }: Migrations = ownMigrations,
): Promise<SchemaState> {
  const present = await selectMigrations(db)
  const pending = names.filter((name) => !present.includes(name))
  const unknown = present.filter((name) => !names.includes(name))
  return {
    missing: pending.filter((name) => !isContract(name)),
    toContract: pending.filter(isContract),
    newer: unknown.filter((name) => !isContract(name)),
    takenAway: unknown.filter(isContract),
  }
}

/** Names are compared in one Unicode normalization form, which PostgreSQL offers only in UTF8. */
async function refuseOtherEncoding<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db)
  const encoding = rows[0]?.encoding
  if (encoding !== 'UTF8')
    throw new Error(
      `the encoding of the database is ${encoding}: create it with encoding 'UTF8' template template0`,
    )
}

interface MigrateOptions {
  contracts?: boolean
  say?: Say
  migrations?: Migrations
}

/**
 * Migrates a database to this version. Without `contracts`, objects that the previous version uses stay. Throws where a
 * newer version has contracted the schema, and where the encoding is not UTF8. Where other processes may migrate too,
 * the caller holds the schema lock.
 */
export async function migrateToLatest<T>(
  db: Kysely<T>,
  { contracts = true, say = () => {}, migrations = ownMigrations }: MigrateOptions = {},
): Promise<void> {
  await refuseOtherEncoding(db)
  const { missing, toContract, takenAway } = await readSchemaState(db, migrations)
  if (takenAway.length > 0)
    throw new Error(`the database is of a newer version (${takenAway.join(', ')}): start that version`)
  if (missing.length + (contracts ? toContract.length : 0) === 0) return
  const isNew = (await selectMigrations(db)).length === 0
  const pending = contracts || isNew ? [...missing, ...toContract].toSorted() : missing
  for (const names of batchesOf(pending, isNew))
    await withRetries(
      async () => workMigrations(db, migrations, { names, present: await selectMigrations(db) }),
      names,
      say,
    )
}
