import type { Tx } from '#server/platform/db/database.ts'

export const selectGateways = (tx: Tx) =>
  tx
    .selectFrom('payment_gateways')
    .select(['id', 'gateway_name', 'is_active'])
    .orderBy('gateway_name')
    .execute()

/** Holds every row, so that of two changes at once the second sees what the first has made active. */
export const lockGateways = (tx: Tx) =>
  tx
    .selectFrom('payment_gateways')
    .select(['id', 'gateway_name', 'is_active'])
    .orderBy('id')
    .forUpdate()
    .execute()

/** One statement for each: at no moment are two active. */
export async function activateGateway(tx: Tx, gatewayId: number): Promise<void> {
  await tx.updateTable('payment_gateways').set({ is_active: false }).where('is_active', '=', true).execute()
  await tx.updateTable('payment_gateways').set({ is_active: true }).where('id', '=', gatewayId).execute()
}
