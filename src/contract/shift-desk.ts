import * as z from 'zod/mini'
import { nullableText } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { figureNames } from './rules/shift-figures.ts'
import { statuses } from './rules/statuses.ts'
import { recordOf } from './rules/typed-keys.ts'

/** The total of a list, exact up to a thousand, as in the list itself. */
const listTotal = z.object({
  count: z.number(),
  /** There are more than `count`. */
  more: z.boolean(),
})

const figure = z.extend(listTotal, {
  /** For orders: the number without an assignee. */
  unassigned: z.optional(z.number()),
  /** For proposed documents: the number that was certain when read. */
  certain: z.optional(z.number()),
  /** Time of the oldest, or its due time. Null if the list is empty, or none of it is due. */
  first: z.optional(nullableText),
})
export type ShiftFigure = z.infer<typeof figure>

const arrival = z.object({
  order_id: z.number(),
  /** Name and flight are null if the customer gave none, and for a restricted order. */
  name: nullableText,
  flight: nullableText,
  process_status: z.enum(statuses),
  due_at: nullableText,
  travel_date: nullableText,
  window_opens_on: nullableText,
  assign_to: nullableText,
})
export type Arrival = z.infer<typeof arrival>

/** Minutes of a mark of the time line. */
export const markMinutes = 15

/** A member's acts within a quarter of an hour. */
const shiftMark = z.object({
  /** Minute of Jakarta's day at which it begins: 0, 15, … */
  minute: z.number(),
  completed: z.number(),
  moved: z.number(),
})
export type ShiftMark = z.infer<typeof shiftMark>

const shiftMember = z.object({
  id: z.number(),
  name: z.string(),
  /** Active within the last five minutes. */
  is_here: z.boolean(),
  open: listTotal,
  done: z.number(),
  marks: z.array(shiftMark),
})
export type ShiftMember = z.infer<typeof shiftMember>

/** Processed orders of a day in EST. */
const promiseDay = z.object({ day: z.string(), kept: z.number(), late: z.number() })
export type PromiseDay = z.infer<typeof promiseDay>

const shiftReply = z.object({
  figures: z.object(recordOf(figureNames, () => figure)),
  /** Sites from which no order comes though several are expected, the longest silent first. */
  silent_sites: z.array(z.object({ domain: z.string(), since: z.string() })),
  /** The most urgent of those that arrive today and have no document. */
  arrivals: z.array(arrival),
  /** Absent without the permission to see each member's work. */
  team: z.optional(
    z.object({
      members: z.array(shiftMember),
      /** Open orders without an assignee. */
      unassigned: listTotal,
    }),
  ),
  /** The last seven days, the oldest first; absent without the permission for the report. */
  promises: z.optional(z.array(promiseDay)),
})
export type ShiftDesk = z.infer<typeof shiftReply>

export const shiftDesk = endpoint({
  method: 'GET',
  path: '/admin/shift-desk',
  summary:
    'What is open in this shift, each number with the list that it counts; for Admin and Manager also by member, with what was done today',
  allow: 'workOrders',
  reply: z.object({ data: shiftReply }),
})
