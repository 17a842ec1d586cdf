import * as z from 'zod/mini'
import { nullableText, orderId, pageQuery, textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { mailStates } from './rules/mail-states.ts'
import { parseFailedMails } from './rules/list-filters.ts'
import { statuses } from './rules/statuses.ts'

const mailProblem = z.object({
  order_id: z.number(),
  mail_id: z.string(),
  kind: z.string(),
  state: z.enum(mailStates),
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

/** Older mails are not listed (product §12). */
export const problemDays = 30

const stateRefusal = 'state is one or more of bounced, failed, unknown.'

export const listMailProblems = endpoint({
  method: 'GET',
  path: '/admin/mail-problems',
  listsPeople: true,
  summary:
    'Mails of the last 30 days that were not delivered, or perhaps not, and wait for a member; newest first',
  allow: 'workOrders',
  query: z.extend(pageQuery, {
    /** `bounced,failed`; all states by default. */
    state: z.optional(
      z.string(stateRefusal).check(
        z.maxLength(textLimits.line),
        z.refine((text) => parseFailedMails(text) !== null, stateRefusal),
      ),
    ),
  }),
  reply: z.object({ data: z.array(mailProblem), count: z.number() }),
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
