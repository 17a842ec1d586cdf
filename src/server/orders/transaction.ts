import * as contract from '#contract/order-details.ts'
import { disputableStatuses } from '#contract/rules/statuses.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { requireStatus } from './current-status.ts'
import { recordEvent } from './events.ts'
import { lockOrder } from './order-access.ts'
import { replaceTransaction } from './search-index.ts'

export const transactionCalls = implement(contract, {
  /**
   * Records transaction and merchant; the event keeps the former values. 409 outside the four statuses (product §5).
   */
  saveTransaction: write(async (work, { body: { orderId, transactionId, merchantName } }) => {
    const order = await lockOrder(work, orderId)
    requireStatus(order, disputableStatuses)
    await work.tx
      .updateTable('orders')
      .set({
        transaction_id: transactionId,
        merchant_name: merchantName,
        search_text: replaceTransaction(order, transactionId),
      })
      .where('order_id', '=', orderId)
      .execute()
    await recordEvent(work, {
      orderId,
      action: 'transaction saved',
      details: {
        transaction_id: { from: order.transaction_id, to: transactionId },
        merchant_name: { from: order.merchant_name, to: merchantName },
      },
    })
    return { message: 'Transaction details have been saved successfully.' }
  }),
})
