import { sql } from 'kysely'
import * as contract from '#contract/gateways.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { refuse } from '#server/platform/refusal.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** What landing sites are told: the active gateway and those to try where it fails; undefined if none is active. */
export async function loadActiveGateway(tx: Tx) {
  const gateways = await selectGateways(tx)
  const active = gateways.find(({ is_active: isActive }) => isActive)
  if (!active) return undefined
  const { id, gateway_name, active_since: since } = active
  const fallbacks = fallbacksOf(gateways).map((gateway) => gateway.gateway_name)
  return { id, gateway_name, since: since && wireInstant(since), fallbacks }
}

const namesOf = (rows: readonly { gateway_name: string }[]) =>
  rows.map(({ gateway_name: name }) => name).join(', ') || null

type GatewayRow = Awaited<ReturnType<typeof selectGateways>>[number]

/** In order; the active one is none. */
const fallbacksOf = (gateways: readonly GatewayRow[]): GatewayRow[] =>
  gateways
    .filter(({ is_active: isActive, fallback }) => !isActive && fallback !== null)
    .toSorted((a, b) => (a.fallback ?? 0) - (b.fallback ?? 0))

export const gatewayCalls = implement(contract, {
  listGateways: read(async ({ tx }) => {
    const rows = await selectGateways(tx)
    const fallbacks = fallbacksOf(rows)
    const data = rows.map(({ id, gateway_name, is_active: isActive, active_since: since }) => ({
      id,
      gateway_name,
      is_active: isActive ? ('1' as const) : ('0' as const),
      since: isActive && since ? wireInstant(since) : null,
      fallback: fallbacks.findIndex((it) => it.id === id) + 1 || null,
    }))
    return { data }
  }),
  /** 404 for an unknown id. */
  setGateway: write(async (work, { body: { gatewayId } }) => {
    const gateways = await lockGateways(work.tx)
    const gateway = gateways.find(({ id }) => id === gatewayId)
    if (!gateway) return refuse('notFound', 'There is no such gateway.')
    if (!gateway.is_active) {
      await activateGateway(work.tx, gatewayId, work.now)
      const from = gateways.find(({ is_active }) => is_active)?.gateway_name ?? null
      await recordAudit(auditContext(work), 'gateway changed', { from, to: gateway.gateway_name })
    }
    return { message: `${gateway.gateway_name} is the active gateway now.` }
  }),
  /** 404 for an unknown id. */
  setFallbacks: write(async (work, { body: { gatewayIds } }) => {
    const gateways = await lockGateways(work.tx)
    const chosen = gatewayIds.map(
      (id) =>
        gateways.find((gateway) => gateway.id === id) ?? refuse('notFound', 'There is no such gateway.'),
    )
    const before = gateways
      .filter(({ fallback }) => fallback !== null)
      .toSorted((a, b) => (a.fallback ?? 0) - (b.fallback ?? 0))
    if (namesOf(before) !== namesOf(chosen)) {
      await updateFallbacks(work.tx, gatewayIds)
      await recordAudit(auditContext(work), 'gateway fallbacks changed', {
        from: namesOf(before),
        to: namesOf(chosen),
      })
    }
    return { message: 'The fallbacks have been saved.' }
  }),
  gatewayTraffic: read(async ({ tx, now }) => ({ data: await loadTraffic(tx, now) })),
})

const unknownGateway = 'unknown'
const hourMs = 60 * 60_000

async function loadTraffic(tx: Tx, now: Date) {
  const active = await loadActiveGateway(tx)
  const dayAgo = new Date(now.getTime() - 24 * hourMs)
  const since = active?.since && new Date(active.since) > dayAgo ? new Date(active.since) : dayAgo
  const isActive = (name: string) => name.toLowerCase() === active?.gateway_name.toLowerCase()
  const [counted, sites] = [await selectCounts(tx, now), await selectNewestOfSites(tx, since)]
  const known = counted.filter(({ name }) => name !== unknownGateway)
  const day = known.reduce((sum, row) => sum + row.day, 0)
  const other = known.filter(({ name }) => !isActive(name)).reduce((sum, row) => sum + row.day, 0)
  return {
    gateways: counted.map(({ last_order_at: at, ...row }) => ({ ...row, last_order_at: wireInstant(at) })),
    fallback_share: day === 0 ? null : other / day,
    sites: sites.map(({ site, gateway, at }) => ({
      site,
      gateway,
      last_order_at: wireInstant(at),
      follows: isActive(gateway),
    })),
  }
}

async function selectCounts(tx: Tx, now: Date) {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
  const { rows } = await sql<{ name: string; last_order_at: Date; hour: number; day: number }>`
    select coalesce(g.gateway_name, o.gateway, ${unknownGateway}) as name, max(o.created_at) as last_order_at,
      count(*) filter (where o.created_at > ${ago(1)})::int as hour,
      count(*) filter (where o.created_at > ${ago(24)})::int as day
    from orders o
    left join payment_gateways g on lower(g.gateway_name) = lower(o.gateway)
    where o.created_at > ${ago(30 * 24)}
    group by 1 order by max(o.created_at) desc
  `.execute(tx)
  return rows
}

async function selectNewestOfSites(tx: Tx, since: Date) {
  const { rows } = await sql<{ site: string; at: Date; gateway: string }>`
    select distinct on (o.landing_domain) o.landing_domain as site, o.created_at as at,
      coalesce(g.gateway_name, o.gateway, ${unknownGateway}) as gateway
    from orders o
    left join payment_gateways g on lower(g.gateway_name) = lower(o.gateway)
    where o.created_at > ${since}
    order by o.landing_domain, o.created_at desc
  `.execute(tx)
  return rows
}

const selectGateways = (tx: Tx) =>
  tx
    .selectFrom('payment_gateways')
    .select(['id', 'gateway_name', 'is_active', 'active_since', 'fallback'])
    .orderBy('gateway_name')
    .execute()

/** Locks every row, so that of two concurrent changes the second sees the first one's result. */
const lockGateways = (tx: Tx) =>
  tx
    .selectFrom('payment_gateways')
    .select(['id', 'gateway_name', 'is_active', 'fallback'])
    .orderBy('id')
    .forUpdate()
    .execute()

/** Deactivates first, because a unique index allows one active gateway. */
async function activateGateway(tx: Tx, gatewayId: number, now: Date): Promise<void> {
  await tx.updateTable('payment_gateways').set({ is_active: false }).where('is_active', '=', true).execute()
  await tx
    .updateTable('payment_gateways')
    .set({ is_active: true, active_since: now })
    .where('id', '=', gatewayId)
    .execute()
}

const updateFallbacks = (tx: Tx, gatewayIds: readonly number[]) =>
  tx
    .updateTable('payment_gateways')
    .set({ fallback: sql<number | null>`array_position(${[...gatewayIds]}::bigint[], id)` })
    .execute()
