import * as contract from '#contract/requests.ts'
import { recordEvent } from '#server/orders/events.ts'
import { lockOrder } from '#server/orders/order-access.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'

/** The first begin counts: from then on its customer cannot stop the order (product §14). */
export async function noteFilingBegun(work: Work, orderId: number): Promise<void> {
  const { filed_at: filedAt } = await lockOrder(work, orderId)
  if (filedAt !== null) return
  await work.tx.updateTable('orders').set({ filed_at: work.now }).where('order_id', '=', orderId).execute()
  await recordEvent(work, { orderId, action: 'filing begun' })
}

export const filingBegunCalls = implement(contract, {
  filingBegun: write(async (work, { body: { orderId } }) => {
    await noteFilingBegun(work, orderId)
    return {}
  }),
})
