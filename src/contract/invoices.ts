import * as z from 'zod/mini'
import { textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { readOrderId } from './rules/order-id.ts'

/** Spec §9. */
const minLength = 6

const missingMessage = 'Please enter your order id.'
const trimmedText = (value: string | number) => String(value).trim()

/** What was typed or pasted, as a search reads it; the messages are the specification's (spec §5, Send invoice). */
const invoiceOrderId = z.pipe(
  z.union([z.string().check(z.maxLength(textLimits.line)), z.number()], missingMessage).check(
    z.refine((value) => trimmedText(value) !== '', missingMessage),
    z.refine((value) => trimmedText(value).length >= minLength, 'Order Id must be at least 6 characters.'),
    z.refine((value) => readOrderId(trimmedText(value)) !== null, 'Order id is not valid.'),
  ),
  z.transform((value) => Number(readOrderId(trimmedText(value)))),
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
