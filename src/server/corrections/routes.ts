import * as contract from '#contract/corrections.ts'
import { loadPreflight } from '#server/preflight/preflight.ts'
import type { Http } from '#server/platform/http/http.ts'
import { correctOrder } from './correct-order.ts'

export function correctionRoutes(http: Http) {
  http.write(contract.correctOrder, async (work, { body }) => ({
    message: 'Order has been corrected successfully.',
    data: {
      changed: await correctOrder(work, body),
      preflight: await loadPreflight(work, body.orderId),
    },
  }))
}
