import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { orderId } from './common-schemas.ts'

/** Interval in ms at which the page of an open order reports it (product §12). */
export const announceEveryMs = 20_000

export const announceView = endpoint({
  method: 'POST',
  path: '/admin/order-viewers',
  summary: 'Say that one has an order open, every 20 seconds, or that one has left it',
  allow: 'workOrders',
  body: z.strictObject({ orderId, open: z.boolean('open is true or false.') }),
  reply: z.object({}),
})

export const orderViewer = z.object({ orderId: z.number(), memberId: z.number(), name: z.string() })
export type OrderViewer = z.infer<typeof orderViewer>
