import * as contract from '#contract/disputes.ts'
import type { Http } from '#server/platform/http/http.ts'
import { saveDispute } from './save-dispute.ts'

export function disputeRoutes(http: Http) {
  http.write(contract.saveDispute, async (work, { body }) => {
    await saveDispute(work, body)
    return { message: 'Chargeback has been saved successfully.' }
  })
}
