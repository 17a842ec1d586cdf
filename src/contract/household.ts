import * as z from 'zod/mini'
import { statuses } from './rules/statuses.ts'
import { nullableText } from './common-schemas.ts'

/** Another order of the journey: of the same buyer, card or billing address, and the same day of travel (product §12). */
export const householdOrder = z.object({
  order_id: z.number(),
  name: z.string(),
  process_status: z.enum(statuses),
  is_assigned: z.boolean(),
  due_at: nullableText,
  window_opens_on: nullableText,
  travel_date: nullableText,
  processing_date: nullableText,
})
export type HouseholdOrder = z.infer<typeof householdOrder>
