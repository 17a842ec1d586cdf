import * as z from 'zod/mini'
import { emailAddress, orderId, requiredText, textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { isLocalDateTime } from './rules/dates.ts'
import { mailStates } from './rules/mail-states.ts'
import { privacyKinds, requestSummaryShape } from './privacy-list.ts'
import { requestChannels, requestKinds, requestSteps } from './rules/privacy.ts'

const heldLine = z.object({ what: z.string(), count: z.number(), note: z.string() })

const request = z.object({
  ...requestSummaryShape,
  email: z.string(),
  text: z.string(),
  closed_by: z.nullable(z.string()),
  steps: z.array(z.object({ step: z.enum(requestSteps), at: z.string(), by: z.string() })),
  orders: z.array(
    z.object({
      order_id: z.number(),
      restricted: z.boolean(),
      erased_at: z.nullable(z.string()),
    }),
  ),
  /** Number of orders that the job still has to erase. */
  erasing: z.number(),
  held: z.array(heldLine),
  access_link: z.nullable(
    z.object({
      sent_at: z.string(),
      by: z.string(),
      until: z.string(),
      is_over: z.boolean(),
      /** State of its mail; null once the mail is deleted. */
      mail_state: z.nullable(z.enum(mailStates)),
      opened_at: z.nullable(z.string()),
      pdf_at: z.nullable(z.string()),
      json_at: z.nullable(z.string()),
    }),
  ),
})
export type PrivacyRequest = z.infer<typeof request>

const params = z.object({ id: z.uuid('Request is not valid.') })
const reply = z.object({ data: request })

export const getRequest = endpoint({
  method: 'GET',
  path: '/admin/privacy/requests/:id',
  summary: 'One request: its customer, its steps and what is held',
  allow: 'managePrivacy',
  params,
  reply,
})

export const createRequest = endpoint({
  method: 'POST',
  path: '/admin/privacy/requests',
  summary: 'Records a request of a customer, who is found by an e-mail or an order id',
  allow: 'managePrivacy',
  body: z.strictObject({
    email: z.optional(
      z.union([z.literal(''), emailAddress('Please enter an e-mail.', 'E-mail is not valid.')]),
    ),
    orderId: z.optional(z.union([z.literal(''), orderId])),
    kinds: privacyKinds.check(
      z.minLength(1, 'Please choose what was asked.'),
      z.maxLength(requestKinds.length),
    ),
    channel: z.enum(requestChannels, 'Please choose how it came.'),
    /** Time of the request, in EST; now by default. */
    askedAt: z.optional(
      z.string().check(
        z.maxLength(textLimits.line),
        z.refine((text) => text === '' || isLocalDateTime(text), 'Time is not valid.'),
      ),
    ),
    text: z.optional(z.string().check(z.maxLength(textLimits.paragraph))),
  }),
  reply: z.object({ data: z.object({ id: z.string() }) }),
})

export const tickStep = endpoint({
  method: 'POST',
  path: '/admin/privacy/requests/:id/steps',
  summary: 'Ticks a step of a request that is done by hand, or takes the tick back',
  allow: 'managePrivacy',
  params,
  body: z.strictObject({ step: z.enum(['identity', 'correction', 'access']), done: z.boolean() }),
  reply,
})

export const restrictOrders = endpoint({
  method: 'POST',
  path: '/admin/privacy/requests/:id/restriction',
  summary: 'Restricts the customer’s orders to Admins, or lifts that',
  allow: 'managePrivacy',
  params,
  body: z.strictObject({ restricted: z.boolean() }),
  reply,
})

const planRow = z.object({ what: z.string(), goes: z.string(), stays: z.string(), why: z.string() })
const erasurePlan = z.object({
  at: z.string(),
  rows: z.array(planRow),
  /** Orders that are erased completely, and those that keep a part. */
  whole: z.number(),
  parts: z.number(),
  /** Due dates of disputes, by order, which the rest waits for. */
  later: z.array(z.object({ order_id: z.number(), due_on: z.nullable(z.string()) })),
  /** Hash of the dry run: an erasure with another result is refused. */
  plan: z.string(),
})
export type ErasurePlan = z.infer<typeof erasurePlan>

export const planErasure = endpoint({
  method: 'GET',
  path: '/admin/privacy/requests/:id/erasure',
  summary: 'A dry run: what an erasure would take and what stays; nothing is erased',
  allow: 'managePrivacy',
  params,
  reply: z.object({ data: erasurePlan }),
})

export const eraseOrders = endpoint({
  method: 'POST',
  path: '/admin/privacy/requests/:id/erasure',
  summary: 'Erases what the dry run showed; a job does it, and goes on by itself after a stop',
  allow: 'managePrivacy',
  needsFreshSignIn: true,
  params,
  body: z.strictObject({ plan: requiredText('Please make a dry run first.', textLimits.line) }),
  reply,
})

export const closeRequest = endpoint({
  method: 'POST',
  path: '/admin/privacy/requests/:id/close',
  summary: 'Closes a request; with a text, the customer is told by mail',
  allow: 'managePrivacy',
  params,
  body: z.strictObject({ text: z.optional(z.string().check(z.maxLength(textLimits.note))) }),
  reply,
})

export const sendAccessLink = endpoint({
  method: 'POST',
  path: '/admin/privacy/requests/:id/access-link',
  summary: 'Mails the customer a link to the access file, for 14 days and one download of each form',
  allow: 'managePrivacy',
  needsFreshSignIn: true,
  params,
  body: z.strictObject({}),
  reply,
})

export const accessFilePdf = endpoint({
  method: 'GET',
  path: '/admin/privacy/requests/:id/access.pdf',
  summary: 'Everything that is held of the customer, and who saw it, as PDF',
  allow: 'managePrivacy',
  params,
  kind: 'pdf',
  cookie: true,
})

export const accessFileJson = endpoint({
  method: 'GET',
  path: '/admin/privacy/requests/:id/access.json',
  summary: 'Everything that is held of the customer, and who saw it, as JSON',
  allow: 'managePrivacy',
  params,
  kind: 'file',
  cookie: true,
})

const retention = z.object({
  /** Days after travel until a declaration's details are erased, and until the whole order is. */
  details_days: z.number(),
  evidence_days: z.number(),
  /** Number of orders that would be erased now, and of those that an open dispute keeps. */
  details: z.number(),
  everything: z.number(),
  disputed: z.number(),
  /** The member who turned it on with the present settings; null while it is off. */
  confirmed: z.nullable(z.object({ at: z.string(), by: z.string() })),
})
export type Retention = z.infer<typeof retention>

export const readRetention = endpoint({
  method: 'GET',
  path: '/admin/privacy/retention',
  summary: 'A dry run of what retention by settings would erase now, and whether it is on',
  allow: 'managePrivacy',
  reply: z.object({ data: retention }),
})

const days = z.coerce.number('Days are not valid.').check(z.int('Days are not valid.'))

export const setRetention = endpoint({
  method: 'POST',
  path: '/admin/privacy/retention',
  summary: 'Turns retention on for the settings that the dry run was of, or off',
  allow: 'managePrivacy',
  needsFreshSignIn: true,
  body: z.strictObject({ on: z.boolean(), detailsDays: days, evidenceDays: days }),
  reply: z.object({ data: retention }),
})
