import * as z from 'zod/mini'
import { bulkResult, maxBulkOrders, nullableText, orderId, textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { assignOrders, moveOrders } from './moves.ts'
import { filterFields, filterShape, listQuery, searchVal } from './orders.ts'
import { queueNames } from './rules/queues.ts'

/** All orders that the list's own query matches, but for some. */
const matchingOrders = z.strictObject({
  folderName: z.enum(queueNames, 'Unknown order list.'),
  /** '' lists the whole queue. */
  searchVal: z.optional(searchVal),
  /** Fields of a row, compared exactly; an empty value finds what has none. */
  filters: z.optional(
    z.partialRecord(
      z.enum(filterFields, 'Orders cannot be filtered by this.'),
      z.string().check(z.maxLength(textLimits.line)),
    ),
  ),
  month: listQuery.shape.month,
  ...filterShape,
  except: z.optional(
    z.array(orderId).check(z.maxLength(maxBulkOrders, `At most ${maxBulkOrders} orders can be left out.`)),
  ),
  /** How many were shown as chosen: with any other number nothing is done. */
  expectedCount: z
    .number('How many orders is not valid.')
    .check(z.int('How many orders is not valid.'), z.positive('Please select an order.')),
})

/** What is done to them, as the calls for single orders have it. */
const bulkRunAction = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('assign'),
      assignto: z.string('assignto is a member name.').check(z.maxLength(textLimits.line)),
      takeOver: assignOrders.body.shape.takeOver,
    }),
    z.strictObject({ kind: z.literal('giveBack') }),
    z.strictObject({ kind: z.literal('delete') }),
    z.strictObject({
      kind: z.literal('move'),
      updatingStatus: moveOrders.body.shape.updatingStatus,
      expectedStatus: moveOrders.body.shape.expectedStatus,
    }),
  ],
  'Unknown action.',
)
export type BulkRunAction = z.infer<typeof bulkRunAction>

/** `stopped`: cancelled, or by the end of the rights by which it was worked. */
const runStates = ['running', 'done', 'stopped', 'undoing', 'undone'] as const

const bulkRun = z.object({
  id: z.string(),
  state: z.enum(runStates),
  folderName: z.enum(queueNames),
  action: bulkRunAction,
  /** Who started it. */
  by: z.string(),
  isOwn: z.boolean(),
  startedAt: z.string(),
  /** How many orders were chosen. */
  total: z.number(),
  changed: z.number(),
  refused: z.number(),
  /** Why it did not come to its end. */
  stopReason: nullableText,
  /** Until when the caller can undo it; null where they cannot. */
  undoUntil: nullableText,
  /** Of those that were changed: back as before, and left as they are, as they were changed meanwhile. */
  undone: z.number(),
  kept: z.number(),
  undoStopReason: nullableText,
})
export type BulkRun = z.infer<typeof bulkRun>

export const changeMatchingOrders = endpoint({
  method: 'POST',
  path: '/admin/change-matching-orders',
  summary: 'Assign, give back, move or delete all orders that a list matches',
  allow: 'workOrders',
  body: z.strictObject({ orders: matchingOrders, action: bulkRunAction }),
  reply: z.object({
    data: z.object({
      /** Of up to 1,000 orders, which are changed at once. */
      result: z.nullable(bulkResult),
      /** Of more, which a job changes. */
      run: z.nullable(bulkRun),
    }),
  }),
})

const params = z.object({ runId: z.uuid('The id of the change is not valid.') })

export const readBulkRun = endpoint({
  method: 'GET',
  path: '/admin/bulk-runs/:runId',
  summary: 'How far a change of many orders is',
  allow: 'workOrders',
  params,
  reply: z.object({ data: bulkRun }),
})

/** `kept`: changed, and left so by undo; `waiting`: not dealt with yet, or not at all where it was stopped. */
const outcomes = ['changed', 'refused', 'kept', 'waiting'] as const
export type BulkRunOutcome = (typeof outcomes)[number]

export const listBulkRunOrders = endpoint({
  method: 'GET',
  path: '/admin/bulk-runs/:runId/orders',
  summary: 'What became of each order of a change of many, by order id',
  allow: 'workOrders',
  params,
  query: z.looseObject({
    outcome: z.enum(outcomes, `outcome is one of ${outcomes.join(', ')}.`),
    /** The last order id of the page before. */
    after: z.optional(orderId),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
  }),
  reply: z.object({
    data: z.array(z.object({ orderId: z.number(), reason: nullableText })),
    hasMore: z.boolean(),
  }),
})

export const cancelBulkRun = endpoint({
  method: 'DELETE',
  path: '/admin/bulk-runs/:runId',
  summary: 'Ends a change of many orders where it is; what is changed stays changed',
  allow: 'workOrders',
  params,
  reply: z.object({ data: bulkRun }),
})

export const undoBulkRun = endpoint({
  method: 'POST',
  path: '/admin/bulk-runs/:runId/undo',
  summary: 'Takes a change of many orders back as a whole, once, within ten minutes of its end',
  allow: 'workOrders',
  params,
  reply: z.object({ data: bulkRun }),
})
