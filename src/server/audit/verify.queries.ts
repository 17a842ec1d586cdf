import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { chainedAt, entryContent } from './chain.queries.ts'
import type { AuditEntry } from './entry-mac.ts'

interface EntryColumns extends AuditEntry {
  /** Null if the entry is gone. */
  mac: Buffer | null
}

const entryColumns = sql`e.at, e.member_id, e.actor, e.role, e.action, e.order_id, e.session_id, e.ip, e.user_agent,
  e.details, e.mac`

/** A link with its entry; `content` is null if the entry is gone. */
export interface LinkRow extends EntryColumns {
  seq: number
  event_id: number
  previous: Buffer
  hash: Buffer
  chainedAt: string
  content: string | null
}

export async function selectLinks(db: Db, afterSeq: number, limit: number): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select c.seq, c.event_id, c.previous, c.hash, ${chainedAt} as "chainedAt",
      case when e.id is not null then ${entryContent} end as content, ${entryColumns}
    from (select * from audit_chain where seq > ${afterSeq} order by seq limit ${limit}) c
    left join audit_events e on e.id = c.event_id
    order by c.seq`.execute(db)
  return rows
}

export type UnchainedRow = EntryColumns & { id: number }

export async function selectUnlinked(db: Db, afterId: number, limit: number): Promise<UnchainedRow[]> {
  const { rows } = await sql<UnchainedRow>`
    select e.id, ${entryColumns} from audit_events e
    where e.id > ${afterId} and not exists (select from audit_chain c where c.event_id = e.id)
    order by e.id limit ${limit}`.execute(db)
  return rows
}

/** The latest entry of each MAC that occurs more than once. */
export async function selectCopies(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from audit_events
    group by mac having count(*) > 1 order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function selectHead(db: Db) {
  const { rows } = await sql<{ seq: number; hash: Buffer; at: Date }>`
    select seq, hash, chained_at as at from audit_chain order by seq desc limit 1`.execute(db)
  return rows[0]
}
