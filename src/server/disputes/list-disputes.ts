import { sql, type RawBuilder } from 'kysely'
import * as contract from '#contract/disputes.ts'
import type { Query } from '#contract/endpoint.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { can } from '#contract/rules/roles.ts'
import { implement, read } from '#server/platform/http/implement.ts'
import { pageOf, type Page } from '#server/platform/db/page.ts'
import type { Work } from '#server/platform/work.ts'
import type { DisputeRow } from './dispute-of-order.ts'

const maxCandidates = 5
const hourMs = 60 * 60_000

type DisputeQuery = Pick<Query<typeof contract.listDisputes>, 'order' | 'due' | 'stage'>

interface ListedRow extends DisputeRow {
  settled_by_name: string | null
  name: string | null
  candidates: contract.ListedDispute['candidates']
}

/** Within a JSON value, instants are texts. */
type Stored = {
  [K in keyof DisputeRow]: Date extends DisputeRow[K] ? DisputeRow[K] | string : DisputeRow[K]
} & { settled_by_name: string | null }

const instantOf = (at: Date | string): string => wireInstant(new Date(at))

/** A dispute on the wire. */
export const toDispute = ({ settled_by_name, ...row }: Stored): contract.Dispute => ({
  id: row.id,
  order_id: row.order_id,
  gateway: row.gateway,
  gateway_dispute_id: row.gateway_dispute_id,
  charge_id: row.charge_id,
  payment_intent_id: row.payment_intent_id,
  stage: row.stage,
  reason: row.reason,
  network: row.network,
  network_code: row.network_code,
  amount: row.amount,
  currency: row.currency,
  opened_at: instantOf(row.opened_at),
  updated_at: instantOf(row.updated_at),
  due_at: row.due_at && instantOf(row.due_at),
  is_due_guessed: row.is_due_guessed,
  outcome: row.outcome,
  settled_as: row.settled_as,
  settled_at: row.settled_at && instantOf(row.settled_at),
  settled_by: settled_by_name,
})

/** Open ones, or those that wait for an order. */
const conditionsOf = ({ now }: Work, { order, due, stage }: DisputeQuery): RawBuilder<unknown> =>
  sql.join(
    [
      order === 'none' ? sql`d.order_id is null` : sql`d.outcome = 'Open' and d.settled_as is null`,
      ...(due === undefined ? [] : [sql`d.due_at <= ${new Date(now.getTime() + due * hourMs)}`]),
      // What was prevented needs nothing.
      stage === undefined ? sql`d.stage <> 'prevented'` : sql`d.stage = ${stage}`,
    ],
    sql` and `,
  )

/** The orders that a dispute without one fits: by its payment's ids. */
const candidates = sql`coalesce((
  select json_agg(c) from (
    select o.order_id, o.full_name as name, o.amount::text, o.currency, o.created_at, o.landing_domain
    from orders o
    where d.order_id is null and o.erased_at is null and o.restricted_at is null
      and o.transaction_id in (d.charge_id, d.payment_intent_id, d.transaction_id)
    order by o.created_at desc
    limit ${sql.lit(maxCandidates)}
  ) c), '[]')`

/** Disputes without an order are seen by all, those of a restricted order by its roles alone. */
const listed = (work: Work, query: DisputeQuery) => sql`
  from disputes d
  left join orders o on o.order_id = d.order_id
  where ${conditionsOf(work, query)}
    and (${can(work.actor.role, 'seeRestrictedOrders')} or o.restricted_at is null)`

async function selectDisputes(
  work: Work,
  query: DisputeQuery,
  { limit, offset }: Page,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select d.*, nullif(d.full_name, '') as name, m.name as settled_by_name, ${candidates} as candidates
    from (select d.*, o.full_name ${listed(work, query)}) d
    left join members m on m.id = d.settled_by
    order by d.due_at nulls last, d.opened_at, d.id
    limit ${limit} offset ${offset}
  `.execute(work.tx)
  return rows
}

/** `first`: the earliest due time. */
export async function countDisputes(
  work: Work,
  query: DisputeQuery,
): Promise<{ count: number; first: Date | null }> {
  const { rows } = await sql<{ count: number; first: Date | null }>`
    select count(*)::int as count, min(d.due_at) as first ${listed(work, query)}`.execute(work.tx)
  return rows[0] ?? { count: 0, first: null }
}

export const listDisputeCalls = implement(contract, {
  listDisputes: read(async (work, { query }) => {
    const { page = 1, limit = 10 } = query
    const [rows, { count }] = await Promise.all([
      selectDisputes(work, query, pageOf(page, limit)),
      countDisputes(work, query),
    ])
    const data = rows.map(({ name, ...row }) => ({
      ...toDispute(row),
      name,
      candidates: row.candidates.map((order) => ({
        ...order,
        created_at: instantOf(order.created_at),
      })),
    }))
    return { data, count }
  }),
})
