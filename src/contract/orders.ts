import * as z from 'zod/mini'
import { keysOf, recordOf } from './rules/typed-keys.ts'
import { endpoint } from './endpoint.ts'
import { filterNames, listFilters, parseFilter, type FilterName } from './rules/list-filters.ts'
import { sortFields, urgencies } from './rules/list-order.ts'
import { listColumns, schemasOf } from './rules/order-columns.ts'
import { exclusiveQueueNames, queueNames } from './rules/queues.ts'
import { textLimits, ignoredText } from './common-schemas.ts'

const orderRow = z.object({
  ...schemasOf(listColumns),
  /** By which traveller a search found the order, counted from 1; null for the order itself and its applicant. */
  found_traveller: z.optional(z.nullable(z.number())),
})
export type OrderRow = z.infer<typeof orderRow>
export const filterFields = keysOf(listColumns)
export type ListField = (typeof filterFields)[number]

const sort = z.optional(z.enum(sortFields, `sort is one of ${sortFields.join(', ')}.`))
const order = z.optional(z.enum(['asc', 'desc'], 'order is asc or desc.'))

const pageNumber = z.optional(
  z.coerce.number('Page is not valid.').check(z.int(), z.minimum(1, 'Page is not valid.')),
)
const rowLimit = z.optional(
  z.coerce.number('Limit is not valid.').check(z.int(), z.minimum(1, 'Limit is not valid.')),
)

const listFilter = (name: FilterName) =>
  z.optional(
    z.string(listFilters[name].refusal).check(
      z.maxLength(textLimits.line),
      z.refine((text) => parseFilter(name, text) !== null, listFilters[name].refusal),
    ),
  )
/** Filters of a list (product §12). */
export const filterShape = recordOf(filterNames, listFilter)

/** `filter[field]=value` passes through unparsed; the server parses it and answers 400 for an unknown field. */
export const listQuery = z.looseObject({
  page: pageNumber,
  limit: rowLimit,
  perPage: rowLimit,
  month: z.optional(
    z.coerce
      .number('Month is not valid.')
      .check(z.int(), z.minimum(1, 'Month is not valid.'), z.maximum(12, 'Month is not valid.')),
  ),
  sort,
  order,
  ...filterShape,
  /** Accepted and ignored: the session says who it is (product §5). */
  userName: ignoredText,
  /** Keyset cursor from a reply's `keys`: the row before (or after) the requested page, so that paging needs no offset. */
  after: z.optional(z.string().check(z.maxLength(textLimits.paragraph))),
  before: z.optional(z.string().check(z.maxLength(textLimits.paragraph))),
  /** Count all rows, without the limit of a thousand. */
  exactCount: z.optional(z.literal('true', 'exactCount is true, or left out.')),
})

export const listOrders = endpoint({
  method: 'GET',
  path: '/admin/get-orders-list/:orderName',
  listsPeople: true,
  summary: 'One page of a queue, newest first',
  allow: 'workOrders',
  readsReplica: 'whileAway',
  params: z.object({ orderName: z.enum(queueNames, 'Unknown order list.') }),
  query: listQuery,
  reply: z.object({
    data: z.array(orderRow),
    count: z.number(),
    page: z.number(),
    limit: z.number(),
    /** There are more than `count`: filtered lists are counted up to a thousand. */
    more: z.optional(z.boolean()),
    keys: z.nullable(z.object({ first: z.string(), last: z.string() })),
  }),
})

/** How an order was found; the first that applies. */
export const findings = ['passport', 'text', 'one letter apart'] as const

const foundOrder = z.extend(orderRow, { found_by: z.enum(findings) })
export type FoundOrder = z.infer<typeof foundOrder>

const maxSearchLength = 200
export const searchVal = z
  .string('Please enter what to search for.')
  .check(z.maxLength(maxSearchLength, `Please enter at most ${maxSearchLength} characters.`))

const elsewhere = z.array(z.object({ queue: z.enum(exclusiveQueueNames), count: z.number() }))
export type Elsewhere = z.infer<typeof elsewhere>

export const searchOrders = endpoint({
  method: 'POST',
  path: '/admin/search-order',
  summary: 'Search a queue by order id, names, e-mail, telephone, transaction id or whole passport number',
  allow: 'workOrders',
  body: z.object({
    searchVal,
    folderName: z.enum(queueNames, 'Unknown order list.'),
    start: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    end: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 10),
    month: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(12))),
    exactCount: z.optional(z.boolean()),
    sort,
    order,
    ...filterShape,
  }),
  reply: z.object({
    data: z.array(foundOrder),
    count: z.number(),
    more: z.optional(z.boolean()),
    /** Queues that have such orders, where this list has none. */
    elsewhere: z.optional(elsewhere),
  }),
})

/** Unless more are asked for. */
export const fewResults = 8
export const maxResults = 500

export const findOrders = endpoint({
  method: 'POST',
  path: '/admin/find-orders',
  summary: 'Orders of all queues by what a search of a queue takes, else with one letter of a word wrong',
  allow: 'workOrders',
  body: z.strictObject({
    text: searchVal,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxResults)), fewResults),
  }),
  /** `count` is that of all matches, as of a search of a queue. */
  reply: z.object({ data: z.array(foundOrder), count: z.number(), more: z.optional(z.boolean()) }),
})

const maxStates = 100
/** `1,2,3`. */
const orderIdList = z
  .string('Please name some orders.')
  .check(
    z.maxLength(maxStates * 13),
    z.regex(
      /^\d{1,12}(,\d{1,12}){0,99}$/,
      `Name 1 to ${maxStates} orders by their ids, with commas between.`,
    ),
  )

/** Present state of orders that left a list. It is no view of the order, so the audit has no entry. */
export const orderStates = endpoint({
  method: 'GET',
  path: '/admin/order-states',
  summary: 'The status and assignee of some orders',
  allow: 'workOrders',
  readsReplica: 'whileAway',
  query: z.object({ orderIds: orderIdList }),
  reply: z.object({
    data: z.array(z.pick(orderRow, { order_id: true, process_status: true, assign_to: true })),
  }),
})

const counts = z.record(z.string(), z.number())

export const folderCounts = endpoint({
  method: 'GET',
  path: '/admin/get-folder-count',
  summary: 'The number of orders in each queue',
  allow: 'workOrders',
  readsReplica: 'whileAway',
  query: z.looseObject({ userName: ignoredText }),
  reply: z.object({ data: counts }),
})

export const urgencyCounts = endpoint({
  method: 'GET',
  path: '/admin/urgency-counts/:orderName',
  summary: 'How many orders of a queue that wait for their document have each urgency',
  allow: 'workOrders',
  readsReplica: 'whileAway',
  params: z.object({ orderName: z.enum(queueNames, 'Unknown order list.') }),
  reply: z.object({
    data: z.object(recordOf(urgencies, () => z.number())),
  }),
})

const filterOption = z.object({
  /** A removed member is named in a filter, but not offered. */
  members: z.array(z.object({ id: z.number(), name: z.string(), removed: z.boolean() })),
  /** Landing domains that orders came from. */
  sites: z.array(z.string()),
  /** Payment gateways, as sites write them. */
  gateways: z.array(z.string()),
  /** Countries by two letters. */
  nationalities: z.array(z.string()),
})
export type FilterOptions = z.infer<typeof filterOption>

export const filterOptions = endpoint({
  method: 'GET',
  path: '/admin/filter-options',
  summary: 'The members, sites, gateways and nationalities that lists can be narrowed to',
  allow: 'workOrders',
  readsReplica: 'whileAway',
  reply: z.object({ data: filterOption }),
})

export const futureMonthCounts = endpoint({
  method: 'GET',
  path: '/admin/get-future-month-count',
  summary: 'Future orders by the month in which their window opens, years merged',
  allow: 'workOrders',
  readsReplica: 'whileAway',
  reply: z.object({ data: z.array(z.object({ month: z.number(), count: z.number() })) }),
})
