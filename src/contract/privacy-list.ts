import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { requestChannels, requestKinds } from './rules/privacy.ts'

export const privacyKinds = z.array(z.enum(requestKinds))

/** A request as lists show it. */
export const requestSummaryShape = {
  id: z.string(),
  /** Empty once the customer is erased. */
  name: z.string(),
  kinds: privacyKinds,
  channel: z.enum(requestChannels),
  order_ids: z.array(z.number()),
  asked_at: z.string(),
  due_at: z.string(),
  closed_at: z.nullable(z.string()),
  /** The dispute that delayed the erasure has ended. */
  comes_up_again: z.boolean(),
}
const requestSummary = z.object(requestSummaryShape)
export type RequestSummary = z.infer<typeof requestSummary>

export const listRequests = endpoint({
  method: 'GET',
  path: '/admin/privacy/requests',
  summary: 'Privacy requests: the open ones, then the newest hundred closed ones',
  allow: 'managePrivacy',
  reply: z.object({ data: z.array(requestSummary), open: z.number() }),
})
