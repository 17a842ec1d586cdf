import * as contract from '#contract/documents.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { getOrder } from '#server/orders/orders.ts'
import { inSnapshot } from '#server/platform/db/database.ts'
import type { Upload } from '#server/platform/http/multipart.ts'
import type { Call } from '#server/platform/work.ts'
import { soleTraveller } from '#server/travellers/named-travellers.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import { readText } from './document-warnings.ts'
import { documentKind } from './upload.ts'

/**
 * The place of the traveller whom a file names, before it is uploaded (product §12); null where it names several, or none, as a scan
 * does. Nothing is stored. 415 for what is no document.
 */
async function proposeTraveller(call: Call, orderId: number, { bytes }: Upload): Promise<number | null> {
  const { contentType } = await documentKind(bytes)
  const text = await readText(bytes, contentType)
  const order = await inSnapshot(call.db, (tx) => getOrder(tx, orderId))
  return soleTraveller(text, openCustomerData(call, order))
}

export const proposeTravellerCalls = implement(contract, {
  proposeTraveller: handle(async (call, { body, file }) => ({
    data: { traveller: await proposeTraveller(call, body.orderId, file) },
  })),
})
