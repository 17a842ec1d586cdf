import * as z from 'zod/mini'
import { estTimestamp } from '#contract/rules/dates.ts'
import { disputeReasons, disputeStageRules, disputeStages } from '#contract/rules/disputes.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'
import { defineMail } from '#server/platform/mail/define-mail.ts'

const dueProps = z.object({
  name: z.string(),
  /** Null while the dispute fits no order. */
  orderId: z.nullable(z.number()),
  stage: z.enum(disputeStages),
  reason: z.enum(disputeReasons),
  gateway: z.string(),
  dueAt: z.string(),
  isDueGuessed: z.boolean(),
  /** Whole hours from the mail until then. */
  hoursLeft: z.number(),
})

/** Tells an Admin of a dispute that is due (product §14); of its customer, only the order's id. */
export const disputeDueMail = defineMail('dispute', dueProps, {
  render({ name, orderId, stage, reason, gateway, dueAt, isDueGuessed, hoursLeft }, config) {
    const { publicUrl, shortTitle } = config
    const { label } = disputeStageRules[stage]
    const what = orderId === null ? `${label} without an order` : `${label} of order ${orderId}`
    return composeMail({
      brand: shortTitle,
      subject: `${what}: answer within ${Math.max(hoursLeft, 1)} h`,
      name,
      parts: [
        orderId === null
          ? 'A dispute fits no order, or several. It can be answered once it is linked to its order.'
          : `A dispute of order ${orderId} has no answer yet.`,
        {
          facts: [
            ['Dispute', `${label}, ${reason}`],
            ['Gateway', gateway],
            [
              'Answer by',
              `${estTimestamp(dueAt)}, in ${hoursLeft > 0 ? `${hoursLeft} h` : 'less than an hour'}`,
            ],
          ],
        },
        ...(isDueGuessed
          ? ['The time is a guess, seven days after the dispute was opened: the gateway named none.']
          : []),
        orderId === null
          ? { label: 'Open the shift desk', url: publicUrl + staffScreens.shiftDesk.path }
          : { label: 'Open the order', url: publicUrl + viewOrderPath(orderId) },
      ],
      footer: [{ label: 'Sign In', url: publicUrl }],
    })
  },
  sample: {
    name: 'Ayu Lestari',
    orderId: 2000001,
    stage: 'chargeback',
    reason: 'not received',
    gateway: 'Stripe',
    dueAt: '2026-12-01T02:00:00Z',
    isDueGuessed: true,
    hoursLeft: 23,
  },
})
