import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { orderId, required } from './common-schemas.ts'

/** `AWS` and `Sendgrid` are the specification's; `SMTP` is for anyone else (product §7). */
export const mailProviders = ['AWS', 'Sendgrid', 'SMTP'] as const
export type MailProvider = (typeof mailProviders)[number]

export const mailStates = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'failed',
  'unknown',
  'cancelled',
] as const
export type MailStateName = (typeof mailStates)[number]

const messageFile = z.object({
  id: z.number(),
  name: z.string(),
  content_type: z.string(),
  /** Bytes. */
  size: z.number(),
  /** It is an approved document of the order, which stands. */
  taken: z.boolean(),
})

/** A mail to the order's own address, or what a member answered. */
export const message = z.object({
  id: z.number(),
  direction: z.enum(['in', 'out']),
  at: z.string(),
  /** Who wrote it: the sender as given, or the member. */
  by: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The older mails that stood below it, if any. */
  quoted: z.string(),
  /** It came from an address of the order. */
  from_customer: z.boolean(),
  /** Whether the provider found that the sender is who it says (SPF, DKIM). */
  authentic: z.enum(['pass', 'fail', 'unknown']),
  /** A vacation note or the like, or what the provider took for spam or a virus: it asks for nothing. */
  automatic: z.boolean(),
  /** What the provider took it for; files of a virus are not kept. */
  suspected: z.nullable(z.enum(['spam', 'virus'])),
  handled_at: z.nullable(z.string()),
  handled_by: z.nullable(z.string()),
  /** Of the mail that carries an answer. */
  mail_state: z.nullable(z.enum(mailStates)),
  files: z.array(messageFile),
})
export type Message = z.infer<typeof message>

/** The newest messages of an order that its view shows. */
export const maxMessagesShown = 100

export const maxAnswerLength = 20_000

/** The newest message that the member saw: what came after it stays open. */
const upTo = z.optional(z.number('Message is not valid.').check(z.int('Message is not valid.')))

export const answerMessage = endpoint({
  method: 'POST',
  path: '/admin/answer-message',
  summary: 'Write to the customer from the address of the order; its open replies count as handled',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    text: required('Please enter your answer.').check(
      z.maxLength(maxAnswerLength, `An answer has at most ${maxAnswerLength} characters.`),
    ),
    mailServiceProvider: z.optional(z.enum(mailProviders, 'Unknown mail provider.')),
    upTo,
  }),
})

export const handleMessages = endpoint({
  method: 'PUT',
  path: '/admin/handle-messages',
  summary: 'Mark the open replies of an order as handled, or the newest of them as open again',
  allow: 'workOrders',
  body: z.strictObject({ orderId, handled: z._default(z.boolean(), true), upTo }),
})

const messageFileId = z.coerce.number('File is not valid.').check(z.int('File is not valid.'), z.minimum(1))

/** Kind and size are checked as those of an upload; the mail goes to the order's customer. */
export const acceptMessageFile = endpoint({
  method: 'POST',
  path: '/admin/take-document',
  summary: 'Take a file that came by mail as the approved document: as if it had been uploaded',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    messageFileId,
    mailServiceProvider: z.optional(z.enum(mailProviders, 'Unknown mail provider.')),
  }),
  reply: z.object({ data: z.object({ file1: z.string(), completed: z.boolean() }) }),
})

export const readMessageFile = endpoint({
  method: 'GET',
  path: '/admin/message-file/:messageFileId',
  summary: 'A file that came by mail',
  allow: 'workOrders',
  params: z.object({ messageFileId }),
  kind: 'file',
  cookie: true,
})

export const openMessage = z.object({
  order_id: z.number(),
  name: z.string(),
  at: z.string(),
  by: z.string(),
  subject: z.string(),
  process_status: z.string(),
  assign_to: z.nullable(z.string()),
})

export const listOpenMessages = endpoint({
  method: 'GET',
  path: '/admin/open-messages',
  summary: 'Replies that nobody has handled yet, newest first',
  allow: 'workOrders',
  query: z.looseObject({
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
  }),
  reply: z.object({ data: z.array(openMessage), count: z.number() }),
})
