import * as contract from '#contract/gateways.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { refuse } from '#server/platform/refusal.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'
import type { Tx } from '#server/platform/db/database.ts'

export const gatewayCalls = implement(contract, {
  listGateways: read(async ({ tx }) => {
    const rows = await selectGateways(tx)
    return { data: rows.map(({ is_active, ...row }) => ({ ...row, is_active: is_active ? '1' : '0' })) }
  }),
  /** 404 for an unknown id. */
  setGateway: write(async (work, { body: { gatewayId } }) => {
    const gateways = await lockGateways(work.tx)
    const gateway = gateways.find(({ id }) => id === gatewayId)
    if (!gateway) return refuse('notFound', 'There is no such gateway.')
    if (!gateway.is_active) {
      await activateGateway(work.tx, gatewayId)
      const from = gateways.find(({ is_active }) => is_active)?.gateway_name ?? null
      await recordAudit(auditContext(work), 'gateway changed', { from, to: gateway.gateway_name })
    }
    return { message: `${gateway.gateway_name} is the active gateway now.` }
  }),
})

const selectGateways = (tx: Tx) =>
  tx
    .selectFrom('payment_gateways')
    .select(['id', 'gateway_name', 'is_active'])
    .orderBy('gateway_name')
    .execute()

/** Locks every row, so that of two concurrent changes the second sees the first one's result. */
const lockGateways = (tx: Tx) =>
  tx
    .selectFrom('payment_gateways')
    .select(['id', 'gateway_name', 'is_active'])
    .orderBy('id')
    .forUpdate()
    .execute()

/** Deactivates first, because a unique index allows one active gateway. */
async function activateGateway(tx: Tx, gatewayId: number): Promise<void> {
  await tx.updateTable('payment_gateways').set({ is_active: false }).where('is_active', '=', true).execute()
  await tx.updateTable('payment_gateways').set({ is_active: true }).where('id', '=', gatewayId).execute()
}
