import * as z from 'zod/mini'
import { bulkResult, maxBulkOrders, nullableText, orderId, textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { assignOrders, moveOrders } from './moves.ts'
import { filterFields, filterShape, listQuery, searchVal } from './orders.ts'
import { queueNames } from './rules/queues.ts'

/** All orders that the list's query matches, except the given ids. */
const matchingOrders = z.strictObject({
  folderName: z.enum(queueNames, 'Unknown order list.'),
  /** '' lists the whole queue. */
  searchVal: z.optional(searchVal),
  /** Fields of a row, compared exactly; an empty value matches a missing one. */
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
  /** The number shown as chosen: the call is refused if the query matches another number. */
  expectedCount: z
    .number('How many orders is not valid.')
    .check(z.int('How many orders is not valid.'), z.positive('Please select an order.')),
})

/** The action, in the form of the calls for single orders. */
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

/** `stopped`: cancelled, or the member's session or rights ended. */
const runStates = ['running', 'done', 'stopped', 'undoing', 'undone'] as const

const bulkRun = z.object({
  id: z.string(),
  state: z.enum(runStates),
  folderName: z.enum(queueNames),
  action: bulkRunAction,
  by: z.string(),
  isOwn: z.boolean(),
  startedAt: z.string(),
  total: z.number(),
  changed: z.number(),
  refused: z.number(),
  /** The reason why the run stopped. */
  stopReason: nullableText,
  /** End of the time for undo; null if the caller cannot undo. */
  undoUntil: nullableText,
  /** Changed orders that undo restored, and those it left because they had changed since. */
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
      /** Up to 1,000 orders are changed at once. */
      result: z.nullable(bulkResult),
      /** A job changes more than 1,000. */
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

/** `kept`: changed, and not undone; `waiting`: not processed yet, or left out because the run stopped. */
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
    /** Cursor: the last order id of the previous page. */
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
