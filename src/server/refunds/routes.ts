import * as contract from '#contract/refunds.ts'
import type { Http } from '#server/platform/http/http.ts'
import { refundOrders } from './refund-orders.ts'

export function refundRoutes(http: Http) {
  http.write(contract.refundOrders, async (work, { body }) => ({
    message: 'Order has been refunded successfully',
    data: await refundOrders(work, body),
  }))
}
