import * as contract from '#contract/order-details.ts'
import { disputableStatuses } from '#contract/rules/statuses.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { requireStatus } from '#server/orders/current-status.ts'
import { meanwhileNotice, mergeSaved } from './changes-since.ts'
import { linkWaiting } from '#server/disputes/dispute-of-order.ts'
import { idsOf } from '#server/orders/orders-of-payment.ts'
import { recordEvent } from '#server/orders/events.ts'
import { lockOrder } from '#server/orders/order-access.ts'
import { replaceTransaction } from '#server/orders/search-index.ts'

export const transactionCalls = implement(contract, {
  /**
   * Records transaction and merchant; the event keeps the former values. 409 outside the four statuses (product §5).
   */
  saveTransaction: write(async (work, { body: { orderId, transactionId, merchantName, ...seen } }) => {
    const order = await lockOrder(work, orderId)
    requireStatus(order, disputableStatuses)
    const current = { transaction_id: order.transaction_id, merchant_name: order.merchant_name }
    const changes = { transaction_id: transactionId, merchant_name: merchantName }
    const { data, ...told } = await mergeSaved(work, {
      orderId,
      kind: 'transaction',
      current,
      changes,
      ...seen,
    })
    await work.tx
      .updateTable('orders')
      .set({ ...data, search_text: replaceTransaction(order, data.transaction_id ?? '') })
      .where('order_id', '=', orderId)
      .execute()
    await recordEvent(work, {
      orderId,
      action: 'transaction saved',
      details: {
        transaction_id: { from: current.transaction_id, to: data.transaction_id },
        merchant_name: { from: current.merchant_name, to: data.merchant_name },
      },
    })
    await linkWaiting(work, orderId, idsOf(data))
    return {
      message: `Transaction details have been saved successfully.${meanwhileNotice(told.meanwhile)}`,
      data: told,
    }
  }),
})
