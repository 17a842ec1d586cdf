import * as z from 'zod/mini'
import { nullableText, orderId, pageQuery, textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { mailProviders } from './messages.ts'
import { mailProblemStates, parseMailProblemStates } from './rules/list-filters.ts'
import { statuses } from './rules/statuses.ts'

const problemState = z.enum(mailProblemStates)

const mailProblem = z.object({
  order_id: z.number(),
  mail_id: z.string(),
  kind: z.string(),
  state: problemState,
  /** Unknown because of a mail server's notice, which names no mail or no recipient of ours. */
  doubted: z.boolean(),
  /** The provider's words. */
  error: nullableText,
  provider: z.string(),
  to: z.string(),
  /** Time of this state. */
  at: z.string(),
  email: z.string(),
  name: nullableText,
  process_status: z.enum(statuses),
  assign_to: nullableText,
})
export type MailProblem = z.infer<typeof mailProblem>

/** The provider's words without what differs from mail to mail; empty where it gave none. */
const cause = z.string().check(z.maxLength(textLimits.paragraph))

/** Problems of one cause. */
const mailProblemCause = z.object({
  provider: z.enum(mailProviders),
  state: problemState,
  cause,
  count: z.number(),
})
export type MailProblemCause = z.infer<typeof mailProblemCause>

/** Older mails are not listed (product §12). */
export const problemDays = 30

const stateRefusal = `state is one or more of ${mailProblemStates.join(', ')}.`

export const listMailProblems = endpoint({
  method: 'GET',
  path: '/admin/mail-problems',
  listsPeople: true,
  summary:
    'Mails of the last 30 days that were not delivered, or perhaps not, and wait for a member; newest first, and counted by cause',
  allow: 'workOrders',
  query: z.extend(pageQuery, {
    /** `bounced,failed`; all states by default. */
    state: z.optional(
      z.string(stateRefusal).check(
        z.maxLength(textLimits.line),
        z.refine((text) => parseMailProblemStates(text) !== null, stateRefusal),
      ),
    ),
  }),
  reply: z.object({ data: z.array(mailProblem), count: z.number(), causes: z.array(mailProblemCause) }),
})

export const settleMailProblem = endpoint({
  method: 'PUT',
  path: '/admin/settle-mail-problem',
  summary: 'Say that a mail which was not delivered needs nothing more, or that it does after all',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    mailId: z.uuid('Mail is not valid.'),
    settled: z._default(z.boolean(), true),
  }),
})

/** Mails of a cause that one call sends again. */
export const resendBatch = 50

export const resendMailsOfCause = endpoint({
  method: 'POST',
  path: '/admin/resend-mails-of-cause',
  summary: `Send up to ${resendBatch} mails of one cause again, each to its recipient`,
  allow: 'workOrders',
  body: z.strictObject({
    provider: z.enum(mailProviders, 'Unknown mail provider.'),
    state: z.enum(mailProblemStates, stateRefusal),
    cause,
    /** The mails' own by default. */
    mailServiceProvider: z.optional(z.enum(mailProviders, 'Unknown mail provider.')),
    /** `next` of the call before. */
    after: z.optional(z.uuid('Mail is not valid.')),
  }),
  reply: z.object({
    data: z.object({
      resent: z.number(),
      skipped: z.array(z.object({ orderId: z.number(), reason: z.string() })),
      /** Null after the last mail of the cause. */
      next: nullableText,
    }),
  }),
})
