import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { flag, orderId, sentText, stagedMove, stagedMoveResult, textLimits } from './common-schemas.ts'
import { sentDraft } from './drafts.ts'

export const addRemark = endpoint({
  method: 'POST',
  path: '/admin/add-new-remark',
  summary: 'Add a comment to an order, and move the order with it',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    remark: sentText('Please enter your remark', textLimits.note),
    remarkerName: z.optional(z.unknown()),
    whatsapp: flag,
    telephone: flag,
    statusRefund: flag,
    voided: flag,
    chargeBack: flag,
    ...stagedMove,
    draft: sentDraft,
  }),
  reply: z.object({ data: stagedMoveResult }),
})
