import pg from 'pg'
import type { ConnectionSettings } from '#server/platform/db/database.ts'

/** A superuser's connection for the whole base backup. */
export async function openBackupConnection(owner: ConnectionSettings): Promise<pg.Client> {
  const client = new pg.Client(owner)
  client.on('error', () => {})
  await client.connect()
  await client.query(`set statement_timeout = 0`)
  return client
}

interface ServerFacts {
  folder: string
  major: number
  timeline: number
}

export async function selectServerFacts(client: pg.Client): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(`
    select current_setting('data_directory') as folder,
      current_setting('server_version_num')::int / 10000 as major,
      (select timeline_id from pg_control_checkpoint()) as timeline`)
  if (!rows[0]) throw new Error('the server says nothing of itself')
  return rows[0]
}

/** The slot keeps all WAL segments until this connection ends. The copy may begin when this returns. */
export async function startBaseBackup(client: pg.Client): Promise<{ lsn: string; segment: string }> {
  await client.query(
    `select pg_create_physical_replication_slot('pabean_backup_' || pg_backend_pid(), true, true)`,
  )
  const { rows } = await client.query<{ lsn: string; segment: string }>(`
    select lsn::text, pg_walfile_name(lsn) as segment from pg_backup_start('pabean', true) as lsn`)
  if (!rows[0]) throw new Error('the backup could not be begun')
  return rows[0]
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
  if (!rows[0]) throw new Error('the backup could not be ended')
  return rows[0]
}
