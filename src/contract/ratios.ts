import * as z from 'zod/mini'
import { textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { optionalDay } from './reports.ts'
import { exportFormats } from './rules/export-formats.ts'
import { disputeReasons } from './rules/disputes.ts'
import { monitoringLimits } from './rules/monitoring.ts'
import { keysOf, recordOf } from './rules/typed-keys.ts'

export const ratioGroups = ['network', 'gateway', 'site'] as const
export type RatioGroup = (typeof ratioGroups)[number]

const limitNames = keysOf(monitoringLimits)

const ratioRow = z.object({
  /** In EST, `YYYY-MM`: of a sale's `created_at`, of a dispute's `opened_at`. */
  month: z.string(),
  /** Network, gateway or landing domain; '' where nothing is grouped. */
  group: z.string(),
  /** Orders, also deleted ones: their cards were charged. */
  sales: z.number(),
  warnings: z.number(),
  /** Of the stage chargeback alone. */
  disputes: z.number(),
  prevented: z.number(),
  /** Sales of the month that were refunded while no dispute of theirs was opened, and later. */
  refunds_before: z.number(),
  refunds_after: z.number(),
  /** Of the month's disputes; decided is won or lost. */
  outcomes: z.record(z.enum(disputeReasons), z.object({ won: z.number(), decided: z.number() })),
  limits: z.record(
    z.enum(limitNames),
    z.object({
      cases: z.number(),
      sales: z.number(),
      /** Cases over sales; null without sales. */
      rate: z.nullable(z.number()),
      applies: z.boolean(),
      is_exceeded: z.boolean(),
    }),
  ),
})
export type RatioRow = z.infer<typeof ratioRow>

const narrowing = z.optional(z.string().check(z.maxLength(textLimits.line)))

/** Days in EST; the months that they are in count whole. With `format` the answer is a file. */
export const disputeRatios = endpoint({
  method: 'GET',
  path: '/admin/ratios',
  summary:
    'Sales, disputes and refunds by month, with the limits of networks and acquirers; also as CSV or XLSX',
  allow: 'seeRatios',
  query: z.looseObject({
    from: optionalDay('from'),
    to: optionalDay('to'),
    by: z.optional(z.enum(ratioGroups, `by is one of ${ratioGroups.join(', ')}.`)),
    ...recordOf(ratioGroups, () => narrowing),
    format: z.optional(z.enum(exportFormats, 'Unknown format.')),
  }),
  reply: z.object({ data: z.array(ratioRow) }),
  cookie: true,
})
