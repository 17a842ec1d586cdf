import * as contract from '#contract/documents.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { getOrder } from '#server/orders/orders.ts'
import { inSnapshot } from '#server/platform/db/database.ts'
import { soleTraveller } from '#server/travellers/named-travellers.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import { readText } from './document-warnings.ts'
import { documentKind } from './upload.ts'

export const proposeTravellerCalls = implement(contract, {
  /**
   * The index of the traveller whom a file names, before its upload (product §12); null if it names several or none,
   * as a scan. Stores nothing. 415 if the file is no document.
   */
  proposeTraveller: handle(async (call, { body: { orderId }, file: { bytes } }) => {
    const { contentType } = await documentKind(bytes)
    const text = await readText(bytes, contentType)
    const order = await inSnapshot(call.db, (tx) => getOrder(tx, orderId))
    return { data: { traveller: soleTraveller(text, openCustomerData(call, order)) } }
  }),
})
