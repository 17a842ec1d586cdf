import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { bulkResult, orderIds } from './common-schemas.ts'

const amountMessage = 'Amount must be a number with at most two decimals.'
const currencyMessage = 'Currency must be a three-letter code.'

/** Amount, currency and reference are optional (product §3, Refunded it). */
export const refundOrders = endpoint({
  method: 'PUT',
  path: '/admin/move-to-complete-refund',
  summary: 'Mark orders in Refunds as refunded and mail their customers, once',
  allow: 'workOrders',
  body: z.strictObject({
    orderId: orderIds,
    amount: z.optional(
      z.string(amountMessage).check(z.trim(), z.regex(/^(\d{1,12}(\.\d{1,2})?)?$/, amountMessage)),
    ),
    currency: z.optional(
      z.string(currencyMessage).check(z.trim(), z.regex(/^([A-Z]{3})?$/, currencyMessage)),
    ),
    reference: z.optional(
      z.string().check(z.trim(), z.maxLength(200, 'Reference has at most 200 characters.')),
    ),
  }),
  reply: z.object({ data: bulkResult }),
})
