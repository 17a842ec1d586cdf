import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ownColumnNames, ownColumns } from '#contract/rules/order-columns.ts'
import { recordOf } from '#contract/rules/typed-keys.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { readTableTypes, type Column, type TableColumns } from '../support/table-types.ts'

/** How values of PostgreSQL's types arrive in TypeScript, by the parsers of `database.ts`. */
const kinds: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  text: 'string',
  uuid: 'string',
  date: 'string',
  numeric: 'string',
  xid8: 'string',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  jsonb: 'json',
  ARRAY: 'array',
  int8multirange: 'string',
}

let database: TestDatabase
let opened: ReturnType<typeof openDatabase>

beforeAll(async () => {
  database = await createTestDatabase()
  opened = openDatabase({ connectionString: database.url }, () => {})
})
afterAll(async () => {
  await opened.db.destroy()
  await database.drop()
})

async function readDatabase(): Promise<TableColumns> {
  const { rows } = await sql<{
    table_name: string
    column_name: string
    data_type: string
    nullable: boolean
    has_default: boolean
  }>`
    select table_name, column_name, data_type, is_nullable = 'YES' as nullable,
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as has_default
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
  `.execute(opened.db)
  const tables: TableColumns = {}
  for (const row of rows)
    tables[row.table_name] = {
      ...tables[row.table_name],
      [row.column_name]: {
        kind: kinds[row.data_type] ?? row.data_type,
        isNullable: row.nullable,
        hasDefault: row.has_default,
      },
    }
  return tables
}

const say = ({ kind, isNullable, hasDefault }: Column) =>
  [kind, isNullable && 'or null', hasDefault && 'with a default'].filter(Boolean).join(' ')

/** Every column that is not the same in both, `table.column: as typed, as stored`. */
function differences(typed: TableColumns, stored: TableColumns): string[] {
  const tables = new Set([...Object.keys(typed), ...Object.keys(stored)])
  return [...tables].flatMap((table) => {
    const [types, columns] = [typed[table] ?? {}, stored[table] ?? {}]
    const names = new Set([...Object.keys(types), ...Object.keys(columns)])
    return [...names].flatMap((name) => {
      const [type, column] = [types[name], columns[name]]
      const [one, other] = [type ? say(type) : 'absent', column ? say(column) : 'absent']
      return one === other ? [] : [`${table}.${name}: typed ${one}, stored ${other}`]
    })
  })
}

/** The columns of an order that `tables.ts` takes from `order-columns.ts`. */
const ownColumnTypes = (): Record<string, Column> =>
  recordOf(ownColumnNames, (name) => {
    const { schema, kind } = ownColumns[name]
    const wireKind = z.safeParse(schema, 1).success ? 'number' : 'string'
    return {
      kind: kind === 'instant' ? 'Date' : wireKind,
      isNullable: z.safeParse(schema, null).success,
      hasDefault: false,
    }
  })

test('the types of tables.ts are those of the migrated database', async () => {
  const typed = readTableTypes(readFileSync('src/server/platform/db/tables.ts', 'utf8'))
  typed['orders'] = { ...typed['orders'], ...ownColumnTypes() }
  expect(differences(typed, await readDatabase())).toEqual([])
})

test('every kind of difference is reported', async () => {
  await sql`
    create table probe (same bigint not null, day date, at timestamptz not null default now(), flag boolean not null,
      facts jsonb not null, bytes bytea, extra text)
  `.execute(opened.db)
  const typed = readTableTypes(`
    import type { ColumnType, Generated, JSONColumnType } from 'kysely'
    type Id = ColumnType<number, never, never>
    type Optional = string | null
    export interface Tables { probe: Probe; nowhere: { id: Id } }
    interface Probe {
      same: number
      day: Date | null
      at: Date
      flag: Generated<boolean>
      facts: JSONColumnType<object> | null
      bytes: Buffer
      missing: Optional
    }
  `)
  const stored = await readDatabase()
  expect(differences(typed, { probe: stored['probe'] ?? {} })).toEqual([
    'probe.day: typed Date or null, stored string or null',
    'probe.at: typed Date, stored Date with a default',
    'probe.flag: typed boolean with a default, stored boolean',
    'probe.facts: typed json or null, stored json',
    'probe.bytes: typed Buffer, stored Buffer or null',
    'probe.missing: typed string or null, stored absent',
    'probe.extra: typed absent, stored string or null',
    'nowhere.id: typed number with a default, stored absent',
  ])
})
