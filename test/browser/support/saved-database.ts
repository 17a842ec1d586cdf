import type { Client } from 'pg'

/** Tables that the server caches, that are never deleted from, or that tests do not change. */
const keptTables = [
  'audit_chain',
  'audit_events',
  'kysely_migration',
  'kysely_migration_lock',
  'name_words',
  'web_assets',
]
const deadlock = '40P01'

/** Saves a running server's database; the result restores it without a restart. Sequences continue, so ids stay unique. */
export async function saveDatabase(client: Client): Promise<() => Promise<void>> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `select quote_ident(table_name) as name, string_agg(quote_ident(column_name), ', ') as columns
     from information_schema.tables join information_schema.columns using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and table_name <> all ($1)
     group by table_name order by table_name`,
    [keptTables],
  )
  await client.query('create schema saved')
  const restored: string[] = []
  for (const { name, columns } of tables) {
    const { rowCount } = await client.query(`create table saved.${name} as table public.${name}`)
    if (rowCount)
      restored.push(
        `insert into public.${name} (${columns}) overriding system value select ${columns} from saved.${name}`,
      )
  }
  const names = tables.map(({ name }) => `public.${name}`)
  const statements = [
    'begin',
    // Without triggers: neither foreign keys nor counts follow the deletions.
    'set local session_replication_role = replica',
    `lock table ${names.join(', ')} in access exclusive mode`,
    ...names.map((name) => `delete from ${name}`),
    ...restored,
    'commit',
  ].join(';')

  return async function restore(): Promise<void> {
    try {
      await client.query(statements)
    } catch (error) {
      await client.query('rollback')
      // The server's jobs lock tables in another order.
      if (!(error instanceof Error && 'code' in error && error.code === deadlock)) throw error
      await restore()
    }
  }
}
