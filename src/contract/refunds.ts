import * as z from 'zod/mini'
import { endpoint, largeBodyBytes } from './endpoint.ts'
import { bulkResult, maxBulkOrders, orderId, orderIds, textLimits } from './common-schemas.ts'

const amountMessage = 'Amount must be a number with at most two decimals.'
const currencyMessage = 'Currency must be a three-letter code.'

/** All optional (product §3, Refunded it). */
const refundFields = {
  amount: z.optional(
    z.pipe(
      z.pipe(
        z.union([z.string().check(z.maxLength(textLimits.line)), z.number()], amountMessage),
        z.transform((amount) => String(amount).trim()),
      ),
      z.string().check(z.regex(/^(\d{1,12}(\.\d{1,2})?)?$/, amountMessage)),
    ),
  ),
  currency: z.optional(
    z
      .string(currencyMessage)
      .check(
        z.maxLength(textLimits.line, currencyMessage),
        z.trim(),
        z.regex(/^([A-Z]{3})?$/, currencyMessage),
      ),
  ),
  reference: z.optional(
    z.string().check(z.trim(), z.maxLength(200, 'Reference has at most 200 characters.')),
  ),
}

export const refundOrders = endpoint({
  method: 'PUT',
  path: '/admin/move-to-complete-refund',
  summary: 'Mark orders in Refunds as refunded and mail their customers, once',
  allow: 'workOrders',
  maxBodyBytes: largeBodyBytes,
  body: z.strictObject({
    orderId: orderIds,
    ...refundFields,
    /** Values of single orders; the others get the values above. */
    refunds: z.optional(
      z
        .array(z.strictObject({ orderId, ...refundFields }))
        .check(z.maxLength(maxBulkOrders, `At most ${maxBulkOrders} orders at once.`)),
    ),
  }),
  reply: z.object({ data: bulkResult }),
})
