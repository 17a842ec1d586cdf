import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { orderViewer } from './viewers.ts'

/** Up to where a stream has been read: PostgreSQL's text of a snapshot. */
const position = z.string().check(z.maxLength(4000))

/**
 * Server-sent events, each with a `liveMessage` as its data. A stream that was cut goes on `after` the position of the
 * last message; one without begins some seconds ago.
 */
export const followChanges = endpoint({
  method: 'GET',
  path: '/admin/live',
  summary: 'Which orders change, as they do',
  allow: 'workOrders',
  query: z.object({ after: z.optional(position) }),
  kind: 'events',
})

/** Which orders have changed up to `position`: ids, and nothing of what they hold; and who has which open. */
export const liveMessage = z.object({
  position,
  /** They may be in other lists now. */
  moved: z.array(z.number()),
  /** They are in the same lists as before. */
  changed: z.array(z.number()),
  /** Others have changed that the member may not see. */
  withheld: z.boolean(),
  /** Too much has changed to be named. */
  everything: z.boolean(),
  /** Who has which orders open: in the first message, and whenever it has changed. */
  viewers: z.optional(z.array(orderViewer)),
})
export type LiveMessage = z.infer<typeof liveMessage>
