import * as contract from '#contract/invoices.ts'
import type { Http } from '#server/platform/http/http.ts'
import { sendInvoice } from './send-invoice.ts'

export function invoiceRoutes(http: Http) {
  http.write(contract.sendInvoice, async (work, { body }) => {
    const data = await sendInvoice(work, body.orderId)
    return { message: `Invoice ${data.invoice_number} is on its way to ${data.email}.`, data }
  })
}
