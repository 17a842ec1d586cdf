import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { orderViewer } from './viewers.ts'

/** Position in the stream: PostgreSQL's text of a snapshot. */
const position = z.string().check(z.maxLength(4000))

/**
 * Server-sent events, each with a `liveMessage` as its data. A reconnecting stream sends the position of its last message
 * as `after`; without one the stream starts some seconds back.
 */
export const followChanges = endpoint({
  method: 'GET',
  path: '/admin/live',
  summary: 'Changed orders, as a stream',
  allow: 'workOrders',
  query: z.object({ after: z.optional(position) }),
  kind: 'events',
})

/** Ids of orders that changed up to `position`, without their contents, and the viewers of open orders. */
export const liveMessage = z.object({
  position,
  /** Orders that may be in other lists now. */
  moved: z.array(z.number()),
  /** Orders that stay in the same lists. */
  changed: z.array(z.number()),
  /** Orders changed that the member may not see. */
  withheld: z.boolean(),
  /** Too many changes to be listed. */
  everything: z.boolean(),
  /** Viewers of open orders: in the first message and after each change. */
  viewers: z.optional(z.array(orderViewer)),
})
export type LiveMessage = z.infer<typeof liveMessage>
