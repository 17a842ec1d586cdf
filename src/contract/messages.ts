import * as z from 'zod/mini'
import { mailStates } from './rules/mail-states.ts'
import { endpoint } from './endpoint.ts'
import { sentDraft } from './drafts.ts'
import {
  expectedState,
  orderId,
  pageQuery,
  requiredId,
  sentText,
  stagedMove,
  stagedMoveResult,
  textLimits,
  uploadResult,
} from './common-schemas.ts'

/** `AWS` and `Sendgrid` are the specification's; `SMTP` covers other providers (product §7). */
export const mailProviders = ['AWS', 'Sendgrid', 'SMTP'] as const
export type MailProvider = (typeof mailProviders)[number]

const messageFile = z.object({
  id: z.number(),
  name: z.string(),
  content_type: z.string(),
  /** Bytes. */
  size: z.number(),
  /** The file has been accepted as an approved document that is still in force. */
  taken: z.boolean(),
  /** A picture that stands in the text. */
  inline: z.boolean(),
})

/** A mail to the order's own address, or a member's answer. */
export const message = z.object({
  id: z.number(),
  direction: z.enum(['in', 'out']),
  at: z.string(),
  by: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The earlier mails quoted below it, if any. */
  quoted: z.string(),
  /** It came from an address of the order. */
  from_customer: z.boolean(),
  /** The provider's verdict on the sender's identity (SPF, DKIM). */
  authentic: z.enum(['pass', 'fail', 'unknown']),
  /** A mail that is no open reply: of a machine, or one that the provider marked as spam or a virus. */
  automatic: z.boolean(),
  /** A program sent it, and reads no answer; it may be open, as a mail of the customs office is. */
  by_program: z.boolean(),
  /** The provider's mark; files of a mail with a virus are not kept. */
  suspected: z.nullable(z.enum(['spam', 'virus'])),
  /** The mail is kept as it came, for `readOriginal`. */
  has_original: z.boolean(),
  /** Names of files that are too many or too large to be kept. */
  files_left_out: z.optional(z.readonly(z.array(z.string()))),
  /** Files that were dropped, with the malware scanner's finding. */
  infected_files: z.optional(z.readonly(z.array(z.object({ name: z.string(), malware: z.string() })))),
  handled_at: z.nullable(z.string()),
  handled_by: z.nullable(z.string()),
  /** State of an answer's mail. */
  mail_state: z.nullable(z.enum(mailStates)),
  files: z.array(messageFile),
})
export type Message = z.infer<typeof message>

/** The sender is proven by the provider's verdict alone. */
export const isSenderVerified = ({ authentic }: Pick<Message, 'authentic'>): boolean => authentic === 'pass'

/** The number of messages shown in the order view, newest first. */
export const maxMessagesShown = 100

export const listOlderMessages = endpoint({
  method: 'GET',
  path: '/admin/messages/:orderId',
  summary: 'The messages of an order before one of them, newest first; the order’s details have the newest',
  allow: 'workOrders',
  params: z.object({ orderId }),
  query: z.looseObject({ before: requiredId('Message is not valid.') }),
  reply: z.object({ data: z.array(message) }),
})

/** Id of the newest message the member saw; later ones stay open. */
const upTo = z.optional(z.number('Message is not valid.').check(z.int('Message is not valid.')))

export const answerMessage = endpoint({
  method: 'POST',
  path: '/admin/answer-message',
  summary: 'Write to the customer from the address of the order; its open replies count as handled',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    text: sentText('Please enter your answer.', textLimits.letter),
    mailServiceProvider: z.optional(z.enum(mailProviders, 'Unknown mail provider.')),
    upTo,
    ...stagedMove,
    draft: sentDraft,
  }),
  reply: z.object({ data: stagedMoveResult }),
})

export const handleMessages = endpoint({
  method: 'PUT',
  path: '/admin/handle-messages',
  summary:
    'Mark the open replies of an order as handled, or the newest of them as open again; with messageId one automatic mail',
  allow: 'workOrders',
  body: z.strictObject({ orderId, handled: z._default(z.boolean(), true), upTo, messageId: upTo }),
})

const messageFileId = z.coerce.number('File is not valid.').check(z.int('File is not valid.'), z.minimum(1))

/** Type and size are checked as for an upload; the approved mail is sent to the customer. */
export const acceptMessageFile = endpoint({
  method: 'POST',
  path: '/admin/take-document',
  summary: 'Take a file that came by mail as the approved document: as if it had been uploaded',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    messageFileId,
    mailServiceProvider: z.optional(z.enum(mailProviders, 'Unknown mail provider.')),
    /** The message and the open ones before it count as handled. */
    handled: z._default(z.boolean(), false),
    /** The member knows that the checks of its sender (SPF, DKIM) failed. */
    senderConfirmed: z._default(z.boolean(), false),
    ...expectedState,
  }),
  reply: z.object({ data: uploadResult }),
})

export const readMessageFile = endpoint({
  method: 'GET',
  path: '/admin/message-file/:messageFileId',
  summary:
    'A file that came by mail; of a sender who is not verified its text alone, unless `as` asks for the file',
  allow: 'workOrders',
  params: z.object({ messageFileId }),
  query: z.looseObject({ as: z.optional(z.enum(['text', 'file'], 'It is shown as text or as file.')) }),
  kind: 'file',
  cookie: true,
})

export const readOriginal = endpoint({
  method: 'GET',
  path: '/admin/message-original/:orderId/:messageId',
  summary: 'A mail as it came: its source, or its HTML as a page that loads and runs nothing',
  allow: 'workOrders',
  params: z.object({ orderId, messageId: requiredId('Message is not valid.') }),
  query: z.looseObject({ as: z.optional(z.enum(['source', 'html'], 'It is shown as source or as html.')) }),
  kind: 'file',
  cookie: true,
})

export const openMessage = z.object({
  id: z.number(),
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
  listsPeople: true,
  summary: 'Unhandled replies, or automatic mails of orders that wait; newest first',
  allow: 'workOrders',
  query: z.extend(pageQuery, {
    list: z.optional(z.enum(['replies', 'automatic'], 'list is replies or automatic.')),
  }),
  reply: z.object({
    data: z.array(openMessage),
    count: z.number(),
    /** How many automatic mails wait. */
    automatic: z.number(),
  }),
})
