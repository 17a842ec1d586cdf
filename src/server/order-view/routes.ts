import * as contract from '#contract/order-details.ts'
import type { Http } from '#server/platform/http/http.ts'
import { loadOrderDetails } from './order-details.ts'

export function orderViewRoutes(http: Http) {
  http.read(contract.getOrder, async (work, { params }) => ({
    orderDetails: await loadOrderDetails(work, params.orderId),
  }))
}
