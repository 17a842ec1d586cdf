import * as contract from '#contract/refunds.ts'
import type { Http } from '#server/platform/http/http.ts'
import { refundOrders } from './refund-orders.ts'

export function refundRoutes(http: Http) {
  http.write(contract.refundOrders, async (work, { body }) => {
    const data = await refundOrders(work, body)
    const count = data.updated.length
    return {
      message:
        count === 1
          ? 'Order has been refunded successfully'
          : `${count} orders have been refunded successfully`,
      data,
    }
  })
}
