import * as z from 'zod/mini'
import { textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { exportFormat } from './export.ts'
import { isIsoDate } from './rules/dates.ts'

/** One end of a range of days; absent, null or '' means unbounded (product §5). */
export const optionalDay = (field: string) => {
  const message = `${field} must be a date (YYYY-MM-DD).`
  return z.pipe(
    z.optional(
      z.nullable(
        z.string(message).check(
          z.maxLength(textLimits.line, message),
          z.trim(),
          z.refine((text) => text === '' || isIsoDate(text), message),
        ),
      ),
    ),
    z.transform((text) => text || null),
  )
}

/** Days in EST, both included. */
const dayRangeFields = { fromDate: optionalDay('fromDate'), toDate: optionalDay('toDate') }
export interface DayRange {
  fromDate: string | null
  toDate: string | null
}

/** Spec §3, Country summary row; `count` is the sum of the three modes. */
export const countryRow = z.object({
  arrival_nationality: z.string(),
  count: z.number(),
  standard_count: z.number(),
  priority_count: z.number(),
  future_count: z.number(),
})
export type CountryRow = z.infer<typeof countryRow>

/** Spec §3, Processed-by row. */
export const processedRow = z.object({ processed_by: z.string(), count: z.number() })
export type ProcessedRow = z.infer<typeof processedRow>

/** Groups of the report on promises. */
export const promiseGroups = ['day', 'mode', 'member'] as const
export type PromiseGroup = (typeof promiseGroups)[number]
const promiseGroup = z._default(z.enum(promiseGroups, `by is one of ${promiseGroups.join(', ')}.`), 'day')

/** `name`: a day in EST (`YYYY-MM-DD`), a mode, or a member. */
export const promiseRow = z.object({ name: z.string(), kept: z.number(), late: z.number() })
export type PromiseRow = z.infer<typeof promiseRow>

export const countryOrderCount = endpoint({
  method: 'POST',
  path: '/admin/get-country-order-count',
  summary: 'Orders by nationality and mode, largest first',
  allow: 'workOrders',
  readsReplica: 'always',
  body: z.strictObject(dayRangeFields),
  reply: z.object({ countryOrderDetails: z.array(countryRow) }),
})

export const processedByCount = endpoint({
  method: 'POST',
  path: '/admin/get-processed-by-count',
  summary: 'Processed orders by staff member, largest first',
  allow: 'seeOrderProcessed',
  readsReplica: 'always',
  body: z.strictObject(dayRangeFields),
  reply: z.object({ processedOrderDetails: z.array(processedRow) }),
})

export const promisesKept = endpoint({
  method: 'POST',
  path: '/admin/get-promises-kept',
  summary:
    'How many processed orders had their document by the time that they were promised it, by day, mode or member',
  allow: 'seeOrderProcessed',
  readsReplica: 'always',
  body: z.strictObject({ ...dayRangeFields, by: promiseGroup }),
  reply: z.object({ data: z.array(promiseRow) }),
})

export const exportPromisesKept = endpoint({
  method: 'GET',
  path: '/admin/export-promises-kept',
  summary: 'Promises kept as CSV or XLSX',
  allow: 'seeOrderProcessed',
  query: z.looseObject({ ...dayRangeFields, by: promiseGroup, format: exportFormat }),
  kind: 'table',
  cookie: true,
})

export const exportCountryOrderCount = endpoint({
  method: 'GET',
  path: '/admin/export-country-order-count',
  summary: 'Orders by nationality and mode as CSV or XLSX',
  allow: 'workOrders',
  query: z.looseObject({ ...dayRangeFields, format: exportFormat }),
  kind: 'table',
  cookie: true,
})

export const exportProcessedByCount = endpoint({
  method: 'GET',
  path: '/admin/export-processed-by-count',
  summary: 'Processed orders by staff member as CSV or XLSX',
  allow: 'seeOrderProcessed',
  query: z.looseObject({ ...dayRangeFields, format: exportFormat }),
  kind: 'table',
  cookie: true,
})
