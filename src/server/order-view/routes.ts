import * as contract from '#contract/order-details.ts'
import type { Http } from '#server/platform/http/http.ts'
import { viewOrder } from './order-details.ts'

export function orderViewRoutes(http: Http) {
  http.handle(contract.getOrder, async (call, { params }) => ({
    orderDetails: await viewOrder(call, params.orderId),
  }))
}
