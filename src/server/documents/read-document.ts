import { createHash } from 'node:crypto'
import * as contract from '#contract/documents.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { getOrder } from '#server/orders/orders.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { requireDocument } from '#server/platform/files/open-document.ts'
import { soleTraveller } from '#server/travellers/named-travellers.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import { checkDocument } from './document-warnings.ts'

export const readDocumentCalls = implement(contract, {
  /**
   * What the customer will see of a file, and how it compares with the order, before its upload (product §12). Stores
   * nothing of the file. 415 with the reason if the file cannot be opened.
   */
  readDocument: handle(async (call, { body: { orderId }, file: { name, bytes } }) => {
    const { text, qrText, pages, preview, unchecked } = await requireDocument(bytes, 'uploadVisaDoc')
    return inTransaction(call.db, async (tx) => {
      const work = { ...call, tx }
      const order = await getOrder(tx, orderId)
      await recordAudit(auditContext(work), 'document read', { order: orderId })
      const traveller = soleTraveller(`${text}\n${qrText}`, openCustomerData(call, order))
      const sha256 = createHash('sha256').update(bytes).digest()
      const file = { name, text, qrText, unchecked, sha256, traveller, orderIds: [orderId] }
      return {
        data: {
          traveller,
          pages,
          picture: preview && preview.toString('base64'),
          code: qrText,
          ...(await checkDocument(work, order, file)),
        },
      }
    })
  }),
})
