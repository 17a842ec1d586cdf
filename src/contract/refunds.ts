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
    ...refundFields,
  }),
  reply: z.object({ data: bulkResult }),
})
