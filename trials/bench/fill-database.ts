import pg from 'pg'
import { createOrderGenerator, tableNames, type GeneratorOptions, type Row } from './order-rows.ts'

const batchSize = 2000

/** A value as `json_populate_recordset` reads it. */
const toJson = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return String.raw`\x` + value.toString('hex')
  return Array.isArray(value) ? value.map(toJson) : value
}

async function insertRows(client: pg.Client, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const name = pg.escapeIdentifier(table)
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((column) => [column, toJson(row[column])]))),
  )
  await client.query(
    `insert into ${name} (${names}) overriding system value
     select ${names} from json_populate_recordset(null::${name}, $1::json)`,
    [json],
  )
}

interface Removable {
  drop: string
  create: string
}

/** Foreign keys come first, then the keys they refer to. Checking them for each row would take longer than the inserts. */
const selectConstraints = `
  select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop,
    format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as create
  from pg_constraint c
  where c.contype in ('p', 'u', 'f')
    and (c.conrelid = any($1::regclass[]) or c.contype = 'f' and c.confrelid = any($1::regclass[]))
  order by c.contype <> 'f', c.oid`

const selectIndexes = `
  select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as create
  from pg_index i
  where i.indrelid = any($1::regclass[])
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`

/** Drops constraints and indexes; returns the statements that create them again, in order. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const [constraints, indexes] = [selectConstraints, selectIndexes].map((text) =>
    client.query<Removable>(text, [[...tableNames]]).then(({ rows }) => rows),
  )
  const removed = [...((await constraints) ?? []), ...((await indexes) ?? [])]
  for (const { drop } of removed) await client.query(drop)
  return removed.toReversed().map(({ create }) => create)
}

const afterInsert = [
  `insert into order_counts (process_status, assignee_id, processing_mode, window_opens_on, n)
   select b.*, count(*) from orders o,
     lateral order_bucket(o.process_status, o.assignee_id, o.processing_mode, o.window_opens_on) b
   group by 1, 2, 3, 4`,
  `insert into order_months (process_status, month, n)
   select process_status, date_trunc('month', created_at at time zone 'UTC'), count(*) from orders group by 1, 2`,
  `select setval('order_ids', greatest((select last_value from order_ids), (select count(*) from orders) + 1))`,
  ...['order_events', 'documents', 'downloads', 'remarks', 'refunds'].map(
    (table) =>
      `select setval(pg_get_serial_sequence('${table}', 'id'), coalesce((select max(id) from ${table}), 0) + 1)`,
  ),
  'vacuum (analyze)',
]

export async function fillDatabase(
  client: pg.Client,
  options: GeneratorOptions,
  report: (done: string) => void,
): Promise<void> {
  const generator = createOrderGenerator(options)
  // Disables foreign keys and triggers.
  await client.query('set session_replication_role = replica')
  await client.query('set statement_timeout = 0')
  await client.query(`set maintenance_work_mem = '1GB'`)
  await client.query('set synchronous_commit = off')
  const indexes = await dropIndexes(client)
  for (let from = 0; from < options.count; from += batchSize) {
    const to = Math.min(from + batchSize, options.count)
    const rows = generator.rowsOf(from, to)
    for (const table of tableNames) await insertRows(client, table, rows[table])
    if (to % 100_000 === 0) report(`${to} orders inserted`)
  }
  for (const definition of indexes) await client.query(definition)
  report(`${indexes.length} indexes and constraints made`)
  for (const statement of afterInsert) await client.query(statement)
  await client.query('set session_replication_role = default')
  report('counted and analysed')
}
