import { isOneOf } from './rules/typed-keys.ts'
import * as z from 'zod/mini'
import { endpoint, largeBodyBytes } from './endpoint.ts'
import { preflightReport } from './preflight.ts'
import { mergedReply, seenRevision } from './revisions.ts'
import { sentDraft } from './drafts.ts'
import { isDeclarationKey } from './rules/order-fields.ts'
import { orderId, requiredText, textLimits } from './common-schemas.ts'

/** Fields that can be corrected besides the declaration's own; families and goods come as wholes (product §5). */
const correctableKeys = [
  'email',
  'transport_type',
  'language',
  'amount',
  'currency',
  'familyMember',
  'importingGoods',
] as const

const isCorrectable = (key: string) => isDeclarationKey(key) || isOneOf(correctableKeys, key)

const changes = z
  .record(z.string().check(z.maxLength(textLimits.line)), z.unknown(), 'Changes are missing.')
  .check(
    z.superRefine((given, context) => {
      for (const key of Object.keys(given))
        if (!isCorrectable(key))
          context.addIssue({ code: 'custom', path: [key], message: `${key} cannot be corrected.` })
    }),
  )

export const correctOrder = endpoint({
  method: 'PUT',
  path: '/admin/correct-order',
  summary: 'Correct any of the customer’s data, with a reason; the event keeps the old value',
  allow: 'workOrders',
  maxBodyBytes: largeBodyBytes,
  body: z.strictObject({
    orderId,
    changes,
    reason: requiredText('Please enter a reason.', textLimits.paragraph),
    revision: seenRevision,
    draft: sentDraft,
  }),
  reply: z.object({
    data: z.object({
      changed: z.array(z.string()),
      ...mergedReply,
      preflight: z.nullable(preflightReport),
    }),
  }),
})
