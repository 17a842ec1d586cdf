import * as z from 'zod/mini'
import { textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { exportFormat } from './export.ts'
import { isIsoDate } from './rules/dates.ts'

/** One end of a range of days; absent, null or '' means unbounded (product §5). */
const optionalDay = (field: string) => {
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

export const countryOrderCount = endpoint({
  method: 'POST',
  path: '/admin/get-country-order-count',
  summary: 'Orders by nationality and mode, largest first',
  allow: 'workOrders',
  body: z.strictObject(dayRangeFields),
  reply: z.object({ countryOrderDetails: z.array(countryRow) }),
})

export const processedByCount = endpoint({
  method: 'POST',
  path: '/admin/get-processed-by-count',
  summary: 'Processed orders by staff member, largest first',
  allow: 'seeOrderProcessed',
  body: z.strictObject(dayRangeFields),
  reply: z.object({ processedOrderDetails: z.array(processedRow) }),
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
