import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { exportFormats } from './rules/export-formats.ts'
import { filterFields, listQuery, searchVal, type ListField } from './orders.ts'
import { queueNames } from './rules/queues.ts'

const rowOffset = (name: string) =>
  z.optional(
    z.coerce
      .number(`${name} is not valid.`)
      .check(z.int(`${name} is not valid.`), z.minimum(0, `${name} is not valid.`)),
  )

/** Format of the file; CSV by default. */
export const exportFormat = z._default(z.enum(exportFormats, 'Unknown format.'), 'csv')

/** The columns of an export: the fields of a list row, without the one that depends on the caller. */
export const exportFields: readonly ListField[] = filterFields.filter(
  (field) => field !== 'is_assigned_to_me',
)

/** Parameters of the list and the search; without any, the whole queue (product §5). */
export const exportOrders = endpoint({
  method: 'GET',
  path: '/admin/export/:orderName',
  summary: 'A queue, or what a search finds in it, as CSV or XLSX',
  allow: 'workOrders',
  params: z.object({ orderName: z.enum(queueNames, 'Unknown order list.') }),
  query: z.looseObject({
    ...z.omit(listQuery, { after: true, before: true }).shape,
    searchVal: z.optional(searchVal),
    start: rowOffset('start'),
    end: rowOffset('end'),
    format: exportFormat,
  }),
  kind: 'table',
  cookie: true,
})
