import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/** Every column of `audit_events e`, whatever the connection's time zone. The chain hashes this text. */
export const entryContent = sql<string>`jsonb_build_array(
  e.id, e.at at time zone 'UTC', e.member_id, e.action, e.details, e.actor, e.role, e.order_id, e.session_id, e.ip,
  e.user_agent, encode(e.mac, 'hex'), e.xid::text)::text`

/** With microseconds, as in a link's hash. */
export const chainedAt = sql<string>`to_char(c.chained_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const writer = 'pabean_audit_writer'

/** Whether the database has the role that may only add to the chain, and the server may take it. */
export async function hasWriterRole(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean | null }>`
    select has_table_privilege(to_regrole(${writer})::oid, 'audit_chain', 'insert') and (
      r.rolsuper or exists (
        select from pg_auth_members m where m.roleid = to_regrole(${writer}) and m.member = r.oid
          -- Before PostgreSQL 16 every member may.
          and coalesce((to_jsonb(m) ->> 'set_option')::boolean, true))) as has
    from pg_roles r where r.rolname = current_user`.execute(db)
  return rows[0]?.has ?? false
}

/** Until the transaction ends, only reading the audit and adding to its chain is allowed. */
export const becomeWriter = (tx: Tx) => sql`set local role ${sql.ref(writer)}`.execute(tx)

/** `isForeign`: the entry is gone, or was written in another database cluster. */
export async function selectNewestLink(tx: Tx) {
  const { rows } = await sql<{
    seq: number
    hash: Buffer
    id: number | null
    xid: string | null
    isForeign: boolean
  }>`
    select c.seq, c.hash, e.id, e.xid,
      e.xid is null or e.xid >= pg_snapshot_xmax(pg_current_snapshot()) as "isForeign"
    from audit_chain c left join audit_events e on e.id = c.event_id
    order by c.seq desc limit 1`.execute(tx)
  return rows[0]
}

export const selectLinkHash = (db: Db, seq: number) =>
  db.selectFrom('audit_chain').select('hash').where('seq', '=', seq).executeTakeFirst()

/** No open transaction can still write an entry before these. */
const isSettled = sql`(e.xid < pg_snapshot_xmin(pg_current_snapshot())
  or e.xid >= pg_snapshot_xmax(pg_current_snapshot()))`

const isUnchained = sql`not exists (select from audit_chain c where c.event_id = e.id)`

/** The end of the last batch; null searches all entries. */
export type ChainPosition = { xid: string; id: number } | null

export async function selectUnchained(tx: Tx, after: ChainPosition, limit: number) {
  const isAfter = after ? sql`(e.xid, e.id) > (${after.xid}::xid8, ${after.id}::bigint)` : sql`true`
  const order = after ? sql`e.xid, e.id` : sql`e.id`
  const { rows } = await sql<{ id: number; content: string }>`
    select e.id, ${entryContent} as content from audit_events e
    where ${isAfter} and ${isSettled} and ${isUnchained}
    order by ${order} limit ${limit}`.execute(tx)
  return rows
}

export const insertLinks = (tx: Tx, links: Tables['audit_chain'][]) =>
  tx.insertInto('audit_chain').values(links).execute()
