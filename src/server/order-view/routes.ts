import * as contract from '#contract/order-details.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { getOrder } from '#server/orders/orders.ts'
import type { Http } from '#server/platform/http/http.ts'
import { viewOrder } from './order-details.ts'

export function orderViewRoutes(http: Http) {
  http.readOnce(contract.getOrder, async (call, { params, query }) => ({
    orderDetails: await viewOrder(call, params.orderId, query.historyRows),
  }))

  http.write(contract.showNumbers, async (work, { body: { orderId } }) => {
    const { process_status: status } = await getOrder(work.tx, orderId)
    await recordAudit(auditContext(work), 'numbers shown', { order: orderId, status })
    return {}
  })
}
