import * as z from 'zod/mini'
import { orderId, textLimits, withoutGaps } from './common-schemas.ts'
import { sentDraft } from './drafts.ts'
import { endpoint } from './endpoint.ts'
import { isAskable } from './rules/question-fields.ts'
import { maxAskedFields } from './rules/question-limits.ts'

const fields = z.array(z.string().check(z.maxLength(textLimits.line)), 'Please choose what to ask.').check(
  z.minLength(1, 'Please choose what to ask.'),
  z.maxLength(maxAskedFields, `At most ${maxAskedFields} fields at once.`),
  z.superRefine((keys, context) => {
    for (const key of keys)
      if (!isAskable(key)) context.addIssue({ code: 'custom', message: `${key} cannot be asked.` })
    if (new Set(keys).size < keys.length)
      context.addIssue({ code: 'custom', message: 'A field is asked twice.' })
  }),
)

/** The member's own words, in any language; '' if none. */
const text = z
  .string('Please enter a text.')
  .check(
    z.maxLength(textLimits.paragraph, `Please enter at most ${textLimits.paragraph} characters.`),
    z.trim(),
  )

export const askCustomer = endpoint({
  method: 'POST',
  path: '/admin/ask-customer',
  summary:
    'Ask the customer for fields by mail; the order awaits the answer, and the open question is replaced',
  allow: 'workOrders',
  body: z.strictObject({ orderId, fields, text: text.check(withoutGaps), draft: sentDraft }),
  reply: z.object({
    data: z.object({
      undo: z.nullable(z.string()),
      secondsToMail: z.number(),
    }),
  }),
})

export const previewQuestion = endpoint({
  method: 'POST',
  path: '/admin/preview-question',
  summary: 'The mail of a question as the customer would get it; recorded as viewed',
  allow: 'workOrders',
  body: z.strictObject({ orderId, fields, text }),
  reply: z.object({
    data: z.object({
      from: z.string(),
      to: z.string(),
      subject: z.string(),
      html: z.string(),
      text: z.string(),
    }),
  }),
})
