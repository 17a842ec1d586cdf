import { sql } from 'kysely'
import pg from 'pg'
import type { ConnectionSettings, Db } from '#server/platform/db/database.ts'
import { onlyRow } from '#server/platform/db/only-row.ts'

/** A superuser's connection for the whole base backup. */
export async function openBackupConnection(owner: ConnectionSettings): Promise<pg.Client> {
  const client = new pg.Client(owner)
  client.on('error', () => {})
  await client.connect()
  await client.query(`set statement_timeout = 0`)
  return client
}

interface ServerFacts {
  major: number
  timeline: number
}

export async function selectServerFacts(client: pg.Client): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(`
    select current_setting('server_version_num')::int / 10000 as major,
      (select timeline_id from pg_control_checkpoint()) as timeline`)
  return onlyRow(rows)
}

/** The slot keeps all WAL segments until this connection ends. The copy may begin when this returns. */
export async function startBaseBackup(client: pg.Client): Promise<{ lsn: string; segment: string }> {
  await client.query(
    `select pg_create_physical_replication_slot('pabean_backup_' || pg_backend_pid(), true, true)`,
  )
  const { rows } = await client.query<{ lsn: string; segment: string }>(`
    select lsn::text, pg_walfile_name(lsn) as segment from pg_backup_start('pabean', true) as lsn`)
  return onlyRow(rows)
}

interface StoppedBackup {
  lsn: string
  /** The last segment that the copy needs; complete. */
  segment: string
  backupLabel: string
  tablespaceMap: string
  finishedAt: Date
}

export async function stopBaseBackup(client: pg.Client): Promise<StoppedBackup> {
  const { rows } = await client.query<StoppedBackup>(`
    select lsn::text, pg_walfile_name(lsn - 1) as segment, labelfile as "backupLabel",
      coalesce(spcmapfile, '') as "tablespaceMap", clock_timestamp() as "finishedAt"
    from pg_backup_stop(false)`)
  return onlyRow(rows)
}

export async function selectDatabaseState(db: Db): Promise<{ now: Date; lsn: string; migrations: string[] }> {
  const { rows } = await sql<{ now: Date; lsn: string; migrations: string[] }>`
    select clock_timestamp() as now,
      case when pg_is_in_recovery() then '' else pg_current_wal_lsn()::text end as lsn,
      (select coalesce(array_agg(name order by name), '{}') from kysely_migration) as migrations`.execute(db)
  return onlyRow(rows)
}

/** The database's present timeline; each restore begins a new one. */
export async function selectTimeline(db: Db): Promise<number | null> {
  const { rows } = await sql<{ timeline: number }>`
    select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline`.execute(db)
  return rows[0]?.timeline ?? null
}
