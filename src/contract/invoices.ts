import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { isOrderId } from './rules/order-id.ts'

/** Spec §9. */
const leastLength = 6

const missing = 'Please enter your order id.'
const typed = (given: string | number) => String(given).trim()

/** Whatever was typed into the form; the messages are the specification's (spec §5, Send invoice). */
const invoiceOrderId = z.pipe(
  z.union([z.string(), z.number()], missing).check(
    z.refine((given) => typed(given) !== '', missing),
    z.refine((given) => typed(given).length >= leastLength, 'Order Id must be at least 6 characters.'),
    z.refine((given) => isOrderId(typed(given)), 'Order id is not valid.'),
  ),
  z.transform((given) => Number(typed(given))),
)

/** Assigns an invoice number to the order unless it has one, and mails the invoice. */
export const sendInvoice = endpoint({
  method: 'POST',
  path: '/admin/send-invoice',
  summary: 'Mail the invoice of an order',
  allow: 'workOrders',
  body: z.strictObject({ orderId: invoiceOrderId }),
  reply: z.object({ data: z.object({ invoice_number: z.string(), email: z.string() }) }),
})
