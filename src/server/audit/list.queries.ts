import { sql, type RawBuilder } from 'kysely'
import type { AuditAction } from '#contract/rules/audit-actions.ts'
import type { Role } from '#contract/rules/roles.ts'
import type { Tx } from '#server/platform/db/database.ts'

export interface AuditCriteria {
  from: Date | null
  /** Exclusive. */
  to: Date | null
  actions: readonly AuditAction[] | null
  memberIds: readonly number[] | null
  orderId: number | null
  order: 'asc' | 'desc'
}

export interface AuditRow {
  id: number
  seq: number | null
  at: Date
  by: string
  role: Role | null
  action: string
  order_id: number | null
  session_id: string | null
  details: Record<string, unknown>
}

const isAnyOf = (actions: AuditCriteria['actions']) =>
  actions ? sql`action = any(${[...actions]}::text[])` : sql`true`

/** All conditions but members and actions. */
const matches = ({ from, to, orderId }: AuditCriteria): RawBuilder<boolean> => {
  const conditions = [
    sql`true`,
    ...(from ? [sql`at >= ${from}`] : []),
    ...(to ? [sql`at < ${to}`] : []),
    ...(orderId === null ? [] : [sql`order_id = ${orderId}`]),
  ]
  return sql`${sql.join(conditions, sql` and `)}`
}

interface PageRange {
  beyond: number | null
  backwards: boolean
  skip: number
  limit: number
}

/**
 * Reads each member, or else each action, from its own end of the index: rare ones are found without reading the
 * entries between them.
 */
function matchingIds(
  criteria: AuditCriteria,
  { beyond, backwards, skip, limit }: PageRange,
): RawBuilder<unknown> {
  const descends = (criteria.order === 'desc') !== backwards
  const direction = sql.raw(descends ? 'desc' : 'asc')
  const isBeyond =
    beyond === null
      ? sql`true`
      : sql`(at, id) ${sql.raw(descends ? '<' : '>')} (select at, id from audit_events where id = ${beyond})`
  const ids = (isWanted: RawBuilder<unknown>, part: RawBuilder<unknown>) => sql`
    select id, at from audit_events where ${matches(criteria)} and ${isBeyond} and ${isWanted}
    order by at ${direction}, id ${direction} ${part}`
  const part = sql`limit ${limit} offset ${skip}`
  const idsOfEach = (values: RawBuilder<unknown>, isWanted: RawBuilder<unknown>) => sql`
    select found.id, found.at from unnest(${values}) wanted (value)
    cross join lateral (${ids(isWanted, sql`limit ${skip + limit}`)}) found
    order by found.at ${direction}, found.id ${direction} ${part}`
  const { actions, memberIds, orderId } = criteria
  if (memberIds)
    return idsOfEach(sql`${[...memberIds]}::bigint[]`, sql`member_id = wanted.value and ${isAnyOf(actions)}`)
  if (actions && orderId === null) return idsOfEach(sql`${[...actions]}::text[]`, sql`action = wanted.value`)
  return ids(isAnyOf(actions), part)
}

const fields = sql`e.id, c.seq, e.at, e.actor as by, e.role, e.action, e.order_id, e.session_id, e.details`

export async function selectAuditPage(
  tx: Tx,
  criteria: AuditCriteria,
  range: PageRange,
): Promise<AuditRow[]> {
  const direction = sql.raw(criteria.order)
  const { rows } = await sql<AuditRow>`
    select ${fields}
    from (${matchingIds(criteria, range)}) ids
    join audit_events e using (id) left join audit_chain c on c.event_id = e.id
    order by e.at ${direction}, e.id ${direction}`.execute(tx)
  return rows
}

/** Exact up to `cap`. */
export async function countAuditMatches(tx: Tx, criteria: AuditCriteria, cap: number): Promise<number> {
  const ids = matchingIds(criteria, { beyond: null, backwards: false, skip: 0, limit: cap })
  const { rows } = await sql<{ n: number }>`select count(*)::bigint as n from (${ids}) found`.execute(tx)
  return rows[0]?.n ?? 0
}

/** The number of the last link plus the entries that wait for the chain, up to `cap`. */
export async function countAllAudit(tx: Tx, cap: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce((select max(seq) from audit_chain), 0) + (select count(*) from (
      select from audit_events e
      where e.id > coalesce((select event_id from audit_chain order by seq desc limit 1), 0)
        and (select c.seq from audit_chain c where c.event_id = e.id) is null
      order by e.id desc limit ${cap}) waiting) as n`.execute(tx)
  return rows[0]?.n ?? 0
}

export const selectMemberNames = (tx: Tx) =>
  tx.selectFrom('members').select(['id', 'name']).orderBy('name').orderBy('id').execute()

const batchSize = 500

/** Reads batch by batch with one statement. */
export async function* streamAudit(tx: Tx, criteria: AuditCriteria): AsyncGenerator<AuditRow> {
  const direction = sql.raw(criteria.order)
  const { actions, memberIds } = criteria
  const isWanted = memberIds ? sql`member_id = any(${[...memberIds]}::bigint[])` : sql`true`
  const statement = sql<AuditRow>`
    select ${fields} from audit_events e left join audit_chain c on c.event_id = e.id
    where ${matches(criteria)} and ${isAnyOf(actions)} and ${isWanted}
    order by e.at ${direction}, e.id ${direction}`.compile(tx)
  for await (const { rows } of tx.getExecutor().stream<AuditRow>(statement, batchSize)) yield* rows
}

export const selectAuditEntry = (tx: Tx, id: number) =>
  tx
    .selectFrom('audit_events as e')
    .leftJoin('audit_chain as c', 'c.event_id', 'e.id')
    .select(['e.id', 'e.session_id', 'e.ip', 'e.user_agent', 'c.hash', 'c.previous'])
    .where('e.id', '=', id)
    .executeTakeFirst()

export async function selectEntryBefore(
  tx: Tx,
  sessionId: string,
  id: number,
): Promise<AuditRow | undefined> {
  const { rows } = await sql<AuditRow>`
    select ${fields} from audit_events e left join audit_chain c on c.event_id = e.id
    where e.session_id = ${sessionId} and e.id < ${id} order by e.id desc limit 1`.execute(tx)
  return rows[0]
}
