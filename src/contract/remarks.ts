import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { flag, orderId, requiredText, textLimits } from './common-schemas.ts'

export const addRemark = endpoint({
  method: 'POST',
  path: '/admin/add-new-remark',
  summary: 'Add a comment to an order',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    remark: requiredText('Please enter your remark', textLimits.note),
    remarkerName: z.optional(z.unknown()),
    whatsapp: flag,
    telephone: flag,
    statusRefund: flag,
    voided: flag,
    chargeBack: flag,
  }),
})
