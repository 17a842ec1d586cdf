import type { Tx } from '#server/platform/db/database.ts'

export const selectGateways = (tx: Tx) =>
  tx
    .selectFrom('payment_gateways')
    .select(['id', 'gateway_name', 'is_active'])
    .orderBy('gateway_name')
    .execute()

/** Locks every row, so that of two concurrent changes the second sees the first one's result. */
export const lockGateways = (tx: Tx) =>
  tx
    .selectFrom('payment_gateways')
    .select(['id', 'gateway_name', 'is_active'])
    .orderBy('id')
    .forUpdate()
    .execute()

/** Deactivates first, because a unique index allows one active gateway. */
export async function activateGateway(tx: Tx, gatewayId: number): Promise<void> {
  await tx.updateTable('payment_gateways').set({ is_active: false }).where('is_active', '=', true).execute()
  await tx.updateTable('payment_gateways').set({ is_active: true }).where('id', '=', gatewayId).execute()
}
