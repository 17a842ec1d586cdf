import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { QueueName } from './rules/queues.ts'
import { mailStates } from './rules/mail-states.ts'
import { moveTargets, statuses } from './rules/statuses.ts'
import { bulkResult, orderId, orderIds, requiredText, textLimits } from './common-schemas.ts'

export const assignOrders = endpoint({
  method: 'PUT',
  path: '/admin/assign-order-status',
  summary: 'Claim orders, or give them back with null',
  allow: 'workOrders',
  body: z.strictObject({
    orderId: orderIds,
    assignto: z.nullable(z.string('assignto is a member name or null.').check(z.maxLength(textLimits.line))),
    takeOver: z.optional(z.boolean()),
  }),
  reply: z.object({ data: bulkResult }),
})

/** The queues of Start next (product §12). */
export const startableQueues = [
  'newOrder',
  'priorityOrder',
  'awaitingOrder',
  'awaitingGovtOrder',
  'contactCustomerOrder',
  'customerCalledOrder',
  'completedOrder',
  'refundOrder',
  'chargeBack',
] as const satisfies readonly QueueName[]
export type StartableQueue = (typeof startableQueues)[number]

export const startNext = endpoint({
  method: 'POST',
  path: '/admin/start-next',
  summary:
    'Claim the most urgent unassigned order, or name the most urgent of a queue that no member has open',
  allow: 'workOrders',
  body: z.strictObject({
    folderName: z.optional(z.enum(startableQueues, 'There is no next order in this list.')),
  }),
  reply: z.object({
    data: z.object({
      order_id: z.number(),
      /** Undo token of the claim; null if no order was assigned. */
      undo: z.nullable(z.string()),
    }),
  }),
})

export const moveOrders = endpoint({
  method: 'PUT',
  path: '/admin/move-order-status',
  summary: 'Move orders to another status',
  allow: 'workOrders',
  body: z.strictObject({
    orderId: orderIds,
    updatingStatus: z.enum(moveTargets, 'Unknown status.'),
    expectedStatus: z.optional(z.enum(statuses, 'Unknown status.')),
  }),
  reply: z.object({ data: bulkResult }),
})

export const deleteOrders = endpoint({
  method: 'PUT',
  path: '/admin/change-order-status',
  summary: 'Delete orders from a list: a status, never a permanent removal',
  allow: 'deleteFromFutureQueue',
  body: z.strictObject({
    orderId: orderIds,
    updatingStatus: z.literal('Deleted', 'Only Deleted can be set here.'),
    permanentDeletedFlag: z.optional(z.literal(false, 'Orders are never removed permanently.')),
  }),
  reply: z.object({ data: bulkResult }),
})

/** Includes the orders whose mail was sent, or may have been. */
const takenBack = z.extend(bulkResult, {
  mailed: z.array(z.number()),
  mayBeMailed: z.array(z.number()),
})

export const undo = endpoint({
  method: 'POST',
  path: '/admin/undo',
  summary: 'Take back an assign, a move, a delete or a refund, once, within ten minutes',
  allow: 'workOrders',
  body: z.strictObject({ undo: requiredText('Undo is not valid.', textLimits.line) }),
  reply: z.object({ data: takenBack }),
})

const outgoingMail = z.object({
  /** One of the mails, as the handle for `undoMail`. */
  mail_id: z.string(),
  order_id: z.number(),
  kind: z.string(),
  /** Mails of the same act in this state. */
  count: z.number(),
  state: z.enum(mailStates),
  /** Tried already, or waiting for its provider. */
  is_late: z.boolean(),
  /** ms until it leaves, 0 once due. */
  leaves_in: z.number(),
})
export type OutgoingMail = z.infer<typeof outgoingMail>

/** Seconds for which a mail that has left, or was not sent, stays in the list. */
export const outgoingSeconds = 15

export const listOutgoing = endpoint({
  method: 'GET',
  path: '/admin/outgoing',
  summary: 'What the caller has sent and has not left yet',
  allow: 'workOrders',
  reply: z.object({ data: z.array(outgoingMail) }),
})

export const undoMail = endpoint({
  method: 'POST',
  path: '/admin/undo-mail',
  summary: 'Take back what the caller sent, by its mail',
  allow: 'workOrders',
  body: z.strictObject({ mailId: z.uuid('Mail is not valid.') }),
  reply: z.object({ data: takenBack }),
})

export const restoreOrder = endpoint({
  method: 'PUT',
  path: '/admin/restore-order',
  summary: 'Take back the last event of an order',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    eventId: z.coerce.number('Event is not valid.').check(z.int('Event is not valid.')),
  }),
  reply: z.object({ data: takenBack }),
})
