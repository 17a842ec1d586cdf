import * as z from 'zod/mini'
import { sentDraft } from './drafts.ts'
import { endpoint } from './endpoint.ts'
import { mergedReply, seenRevision } from './revisions.ts'
import { isIsoDate } from './rules/dates.ts'
import { disputeOutcomes } from './rules/disputes.ts'
import { orderId, textLimits } from './common-schemas.ts'

/** An empty text clears the recorded value. */
export const saveDispute = endpoint({
  method: 'PUT',
  path: '/admin/save-dispute',
  summary: 'Record due date, reason code and outcome of a chargeback',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    dueOn: z.string().check(
      z.maxLength(textLimits.line),
      z.refine((date) => date === '' || isIsoDate(date), 'Due date must be a date (YYYY-MM-DD).'),
    ),
    reasonCode: z.string().check(z.trim(), z.maxLength(40, 'Reason code has at most 40 characters.')),
    outcome: z.enum([...disputeOutcomes, ''], 'Unknown outcome.'),
    revision: seenRevision,
    draft: sentDraft,
  }),
  reply: z.object({ data: z.object(mergedReply) }),
})
