import * as z from 'zod/mini'
import { pageQuery } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { mailStates } from './rules/mail-states.ts'

export const outboxMail = z.object({
  id: z.string(),
  order_id: z.nullable(z.number()),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  provider: z.string(),
  state: z.enum(mailStates),
  created_at: z.string(),
  sent_at: z.nullable(z.string()),
})

export const listOutbox = endpoint({
  method: 'GET',
  path: '/admin/outbox',
  summary: 'Mails of the local outbox, newest first',
  allow: 'seeOutbox',
  query: pageQuery,
  reply: z.object({
    data: z.array(outboxMail),
    count: z.number(),
    /** Incoming mails that were not received within the last 24 hours, because there were too many. */
    left_out: z.number(),
  }),
})

/** Secret links are masked. */
export const readOutboxMail = endpoint({
  method: 'GET',
  path: '/admin/outbox/:mailId',
  summary: 'One mail of the local outbox',
  allow: 'seeOutbox',
  params: z.object({ mailId: z.uuid('Mail is not valid.') }),
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
