import type { Gateway } from '#contract/gateways.ts'
import { byCaller, recordAudit } from '#server/audit/audit.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { holdGateways, makeActive, selectGateways } from './gateways.queries.ts'

export async function listGateways({ tx }: Pick<Work, 'tx'>): Promise<Gateway[]> {
  const rows = await selectGateways(tx)
  return rows.map(({ is_active, ...row }) => ({ ...row, is_active: is_active ? '1' : '0' }))
}

/** Makes a gateway the only active one and answers its name; the active one may be chosen again. 404 for an unknown id. */
export async function setGateway(work: Work, gatewayId: number): Promise<string> {
  const gateways = await holdGateways(work.tx)
  const wanted = gateways.find(({ id }) => id === gatewayId)
  if (!wanted) return refuse('notFound', 'There is no such gateway.')
  if (!wanted.is_active) {
    await makeActive(work.tx, gatewayId)
    const from = gateways.find(({ is_active }) => is_active)?.gateway_name ?? null
    await recordAudit(byCaller(work), 'gateway changed', { from, to: wanted.gateway_name })
  }
  return wanted.gateway_name
}
