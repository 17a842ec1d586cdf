import * as contract from '#contract/orders.ts'
import type { Http } from '#server/platform/http/http.ts'
import { saveTransaction } from './transaction.ts'

export function transactionRoutes(http: Http) {
  http.write(contract.saveTransaction, async (work, { body }) => {
    await saveTransaction(work, body)
    return { message: 'Transaction details have been saved successfully.' }
  })
}
