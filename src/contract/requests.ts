import * as z from 'zod/mini'
import { bulkResult, nullableText, orderId, sentText, textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { requestStates, requestSubjects } from './rules/customer-requests.ts'

/** What a customer asked, and what the agency answered (product §14). */
export const customerRequest = z.object({
  id: z.number(),
  about: z.enum(requestSubjects),
  text: z.string(),
  asked_at: z.string(),
  state: z.enum(requestStates),
  ended_at: nullableText,
  /** The member who ended it. */
  by: nullableText,
  answer: z.string(),
  /** The day by which the money is promised back, `YYYY-MM-DD`; null unless it is. */
  refund_by: nullableText,
})
export type CustomerRequest = z.infer<typeof customerRequest>

/** Of a request its customer is told no member's name. */
export const requestForCustomer = z.omit(customerRequest, { id: true, by: true })
export type RequestForCustomer = z.infer<typeof requestForCustomer>

/** 409 with the open request in `data` while there is one. */
export const askAgency = endpoint({
  method: 'POST',
  path: '/front/ask-agency',
  summary: 'Ask the agency to stop an order, or say that something is wrong or was paid twice',
  allow: 'visitor',
  body: z.object({
    orderId,
    about: z.enum(requestSubjects, 'Please choose what it is about.'),
    text: z.optional(
      z
        .string()
        .check(
          z.maxLength(textLimits.paragraph, `Please enter at most ${textLimits.paragraph} characters.`),
          z.trim(),
        ),
    ),
  }),
  reply: z.object({ data: requestForCustomer }),
})

/** Granted: the order moves to Refunds. Refused: with words. Either mails the customer. */
export const settleRequest = endpoint({
  method: 'PUT',
  path: '/admin/settle-request',
  summary: 'Grant or refuse what a customer asked; the customer is mailed',
  allow: 'workOrders',
  body: z.discriminatedUnion('as', [
    z.strictObject({
      orderId,
      as: z.literal('granted'),
      text: z.optional(z.string().check(z.maxLength(textLimits.letter), z.trim())),
    }),
    z.strictObject({
      orderId,
      as: z.literal('refused'),
      text: sentText('Please enter your answer', textLimits.letter),
    }),
  ]),
  reply: z.object({ data: z.extend(bulkResult, { secondsToMail: z.number() }) }),
})

/** Sent with the first value copied from the filing sheet, and with the form filler's first fill. */
export const filingBegun = endpoint({
  method: 'POST',
  path: '/admin/filing-begun',
  summary: 'Record that an order is being filed, so that its customer cannot stop it any more',
  allow: 'workOrders',
  body: z.strictObject({ orderId }),
})
