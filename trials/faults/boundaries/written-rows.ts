import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { jobSchema } from '#server/platform/jobs/make-queues.ts'

/** Tables that are written beside the calls' work. */
const passedOver = new Set([
  'sessions',
  'attempts',
  'mail_quotas',
  'order_viewers',
  'order_changes',
  'order_counts',
  'order_months',
  'audit_chain',
])

/** Jobs update rows of earlier calls in these tables, so only inserts and deletes count. */
const workedByJobs = new Set(['mails', 'documents', 'proposals', 'bulk_runs', 'bulk_run_batches'])

/** More rows and written rows of each changed table. */
export type WrittenRows = Readonly<Record<string, readonly [more: number, written: number]>>

export interface Mark {
  xid: string
  counts: ReadonlyMap<string, number>
}

interface TableCount {
  name: string
  count: number
  written: number
}

/** Rows written by transactions after `xid` count. */
async function countRows(db: Db, xid: string): Promise<TableCount[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`.execute(db)
  const counts = tables
    .filter(({ name }) => !passedOver.has(name))
    .map(
      ({ name }) => sql`
        select ${name} as name, count(*)::int as count,
          (count(*) filter (where xmin::text::bigint > ${xid}::bigint))::int as written
        from ${sql.table(name)}`,
    )
  // One statement gives one snapshot.
  const { rows } = await sql<TableCount>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows
}

export async function markRows(db: Db): Promise<Mark> {
  const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(db)
  const xid = rows[0]?.xid ?? '0'
  return { xid, counts: new Map((await countRows(db, xid)).map(({ name, count }) => [name, count])) }
}

export async function writtenSince(
  db: Db,
  { xid, counts }: Mark,
  tables?: readonly string[],
): Promise<WrittenRows> {
  const rows = (await countRows(db, xid)).filter(({ name }) => tables?.includes(name) ?? true)
  const changes = rows.map(({ name, count, written }) => {
    const more = count - (counts.get(name) ?? 0)
    return [name, [more, workedByJobs.has(name) ? Math.abs(more) : written]] as const
  })
  return Object.fromEntries(changes.filter(([, [more, written]]) => more !== 0 || written > 0).toSorted())
}

export const describeRows = (rows: WrittenRows): string =>
  Object.entries(rows)
    .map(([table, [more, written]]) => `${table} ${more > 0 ? '+' : ''}${more}/${written}`)
    .join(', ') || 'nothing'

/** ms. Jobs of a dead server return after ten seconds or more, which is not waited for. */
const jobLimitMs = 2000

export async function untilNoJob(db: Db): Promise<void> {
  const deadline = Date.now() + jobLimitMs
  for (;;) {
    const { rows } = await sql`
      select 1 from ${sql.table(`${jobSchema}.job`)} where state in ('created', 'retry', 'active') and name not like '\\_\\_%'
        and (state = 'active' or start_after <= now()) limit 1`.execute(db)
    if (rows.length === 0 || Date.now() > deadline) return
    await pause(20)
  }
}
