import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { isWaiting, mailCause } from '#server/platform/mail/mail-cause.ts'
import { closedTrigrams } from '#server/platform/db/session-settings.ts'
import { onlyRow } from '#server/platform/db/only-row.ts'

export interface ServerFacts {
  /** As PostgreSQL numbers itself: 180004. */
  version: number
  encoding: string
  hasTrigrams: boolean
  /** The schema of pg_trgm, if the role may not use it. */
  closedTrigrams: string | null
  /** PostgreSQL settings that allow a power failure to lose commits. */
  unsafe: string[]
  isReadOnly: boolean
  /** By the limits of the cluster, the database and the role. */
  connectionsLeft: number
  now: Date
}

export async function selectServerFacts(db: Db): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    select current_setting('server_version_num')::int as version,
      current_setting('server_encoding') as encoding,
      exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
      (${closedTrigrams}) as "closedTrigrams",
      array(
        select name from unnest(array['fsync', 'full_page_writes', 'synchronous_commit']) as name
        where current_setting(name) = 'off'
      ) as unsafe,
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      (
        select least(
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
            - coalesce(current_setting('reserved_connections', true)::int, 0) - sum(s.numbackends),
          min(d.datconnlimit - s.numbackends) filter (where d.oid = s.datid and d.datconnlimit >= 0),
          (select r.rolconnlimit - (select count(*) from pg_stat_activity a where a.usesysid = r.oid)
            from pg_roles r where r.rolname = current_user and r.rolconnlimit >= 0)
        )::int
        from pg_stat_database s, pg_database d where d.datname = current_database()
      ) as "connectionsLeft",
      clock_timestamp() as now`.execute(db)
  return onlyRow(rows)
}

/** Lag of the slowest replica in seconds; null without replicas or without the right to see it. */
export async function selectReplicaLag(db: Db): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select max(extract(epoch from replay_lag))::float8 as seconds from pg_stat_replication`.execute(db)
  return rows[0]?.seconds ?? null
}

/** Mails due before `since`. */
export async function countLateMails(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from mails
    where (state = 'queued' and not_before < ${since})
      or (state = 'sending' and greatest(state_at, attempted_at) < ${since})`.execute(db)
  return rows[0]?.n ?? 0
}

export interface WaitingMails {
  provider: string
  /** The provider's words. */
  cause: string
  count: number
}

/** Mails that wait until their provider takes the sender, by cause, the most first. */
export const selectWaitingMails = (db: Db): Promise<WaitingMails[]> =>
  db
    .selectFrom('mails as m')
    .select(['m.provider', mailCause.as('cause'), ({ fn }) => fn.countAll<number>().as('count')])
    .where(isWaiting)
    .groupBy(['m.provider', mailCause])
    .orderBy('count', 'desc')
    .limit(5)
    .execute()

/** Queues with jobs due before `since`, and the number of jobs that failed finally. */
export async function countStuckJobs(db: Db, since: Date): Promise<{ late: string[]; failed: number }> {
  const { rows } = await sql<{ late: string[]; failed: number }>`
    select
      array(select distinct name from jobs.job where state < 'active' and start_after < ${since} order by name) as late,
      (select count(*) from jobs.job where state = 'failed') as failed`.execute(db)
  return rows[0] ?? { late: [], failed: 0 }
}
