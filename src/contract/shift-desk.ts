import * as z from 'zod/mini'
import { nullableText } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { figureNames } from './rules/shift-figures.ts'
import { statuses } from './rules/statuses.ts'
import { recordOf } from './rules/typed-keys.ts'

/** The total of a list: exact up to a thousand, as the list itself tells it. */
const listTotal = z.object({
  count: z.number(),
  /** There are more than `count` says. */
  more: z.boolean(),
})

const figure = z.extend(listTotal, {
  /** Of orders: how many of them nobody has. */
  unassigned: z.optional(z.number()),
  /** Of documents proposed: those that were certain when they were read. */
  certain: z.optional(z.number()),
  /** When the oldest came, or was due; a day of a chargeback's answer. Null where there is none. */
  first: z.optional(nullableText),
})
export type ShiftFigure = z.infer<typeof figure>

const arrival = z.object({
  order_id: z.number(),
  /** This and the flight are null where the customer gave none, and of a restricted order. */
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

/** What a member did within so many minutes. */
const shiftMark = z.object({
  /** Of Jakarta's day, at which they begin: 0, 15, … */
  minute: z.number(),
  completed: z.number(),
  moved: z.number(),
})
export type ShiftMark = z.infer<typeof shiftMark>

const shiftMember = z.object({
  id: z.number(),
  name: z.string(),
  /** They did something at the desk within the last five minutes. */
  is_here: z.boolean(),
  open: listTotal,
  /** Orders completed today. */
  done: z.number(),
  marks: z.array(shiftMark),
})
export type ShiftMember = z.infer<typeof shiftMember>

/** Processed orders of a day in EST. */
const promiseDay = z.object({ day: z.string(), kept: z.number(), late: z.number() })
export type PromiseDay = z.infer<typeof promiseDay>

const shiftReply = z.object({
  figures: z.object(recordOf(figureNames, () => figure)),
  /** The most urgent of those that arrive today and have no document. */
  arrivals: z.array(arrival),
  /** Absent for who may not see what each member does. */
  team: z.optional(
    z.object({
      members: z.array(shiftMember),
      /** Open orders that nobody has. */
      unassigned: listTotal,
    }),
  ),
  /** The last seven days, the oldest first; absent for who may not see the report. */
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
