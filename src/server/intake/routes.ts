import * as contract from '#contract/intake.ts'
import type { Http } from '#server/platform/http/http.ts'
import { loadActiveGateway, receiveOrder } from './receive-order.ts'

export function intakeRoutes(http: Http) {
  http.write(contract.createOrder, async (work, { body, request }) => {
    const header = request.headers['idempotency-key']
    const data = await receiveOrder(work, body, header === undefined ? undefined : String(header))
    return { message: `Order ${data.order_id} has been received.`, data }
  })

  http.read(contract.activeGateway, async ({ tx }) => ({ data: await loadActiveGateway(tx) }))
}
