import * as z from 'zod/mini'
import { requiredText, rowId } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { filterShape } from './orders.ts'
import { sortFields } from './rules/list-order.ts'
import { queueNames } from './rules/queues.ts'

const maxViewNameLength = 60
/** Maximum for each member, and for the shared ones. */
export const maxViews = 50

const viewName = requiredText('Please enter a name.', maxViewNameLength)
const viewedList = {
  queue: z.enum(queueNames, 'Unknown order list.'),
  filters: z.strictObject(filterShape),
  sort: z.enum(sortFields, `sort is one of ${sortFields.join(', ')}.`),
  order: z.enum(['asc', 'desc'], 'order is asc or desc.'),
}

const view = z.object({
  id: z.number(),
  name: z.string(),
  ...viewedList,
  filters: z.object(filterShape),
  /** Shared by all members. */
  is_shared: z.boolean(),
  /** Pinned to the caller's sidebar. */
  is_pinned: z.boolean(),
  count: z.number(),
  /** There are more than `count`. */
  more: z.boolean(),
})
export type SavedView = z.infer<typeof view>

export const listViews = endpoint({
  method: 'GET',
  path: '/admin/views',
  summary: 'The own views and those of all, each with how many orders it holds now',
  allow: 'workOrders',
  readsReplica: 'whileAway',
  reply: z.object({ data: z.array(view) }),
})

export const saveView = endpoint({
  method: 'POST',
  path: '/admin/views',
  summary: 'Save a narrowed list under a name, for oneself or for all',
  allow: 'workOrders',
  body: z.strictObject({ name: viewName, ...viewedList, isShared: z.boolean(), isPinned: z.boolean() }),
  reply: z.object({ data: z.object({ id: z.number() }) }),
})

export const changeView = endpoint({
  method: 'PUT',
  path: '/admin/views/:id',
  summary: 'Rename a view, give it another list, delete it or bring it back',
  allow: 'workOrders',
  params: z.object({ id: rowId }),
  body: z.strictObject({
    name: z.optional(viewName),
    list: z.optional(z.strictObject(viewedList)),
    isDeleted: z.optional(z.boolean()),
  }),
})

export const pinView = endpoint({
  method: 'PUT',
  path: '/admin/view-pins/:id',
  summary: 'Put a view into the own sidebar, or take it out',
  allow: 'workOrders',
  params: z.object({ id: rowId }),
  body: z.strictObject({ isPinned: z.boolean() }),
})
