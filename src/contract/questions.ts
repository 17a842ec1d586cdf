import * as z from 'zod/mini'
import { orderId, textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { isAskable, maxAskedFields } from './rules/question-fields.ts'

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

const question = z.strictObject({
  orderId,
  fields,
  /** The member's own words, in whatever language; '' without any. */
  text: z
    .string('Please enter a text.')
    .check(
      z.maxLength(textLimits.paragraph, `Please enter at most ${textLimits.paragraph} characters.`),
      z.trim(),
    ),
})

export const askCustomer = endpoint({
  method: 'POST',
  path: '/admin/ask-customer',
  summary:
    'Ask the customer for fields by mail; the order awaits the answer, and the open question is replaced',
  allow: 'workOrders',
  body: question,
  reply: z.object({
    data: z.object({
      undo: z.nullable(z.string()),
      /** How long undo comes before the mail. */
      secondsToMail: z.number(),
    }),
  }),
})

export const previewQuestion = endpoint({
  method: 'POST',
  path: '/admin/preview-question',
  summary: 'The mail of a question as the customer would get it; recorded as viewed',
  allow: 'workOrders',
  body: question,
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
