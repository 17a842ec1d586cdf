import { exportOrders } from '#contract/export.ts'
import type { ExportFormat } from '#contract/rules/export-formats.ts'
import { requestUrl } from '#web/lib/request-url.ts'
import type { OrderListQuery } from './list-request.ts'

/** Exports the whole list, not one page. */
export const exportUrl = (
  { queue, month, searchVal, sort, filters }: OrderListQuery,
  format: ExportFormat,
): string =>
  requestUrl(exportOrders, {
    params: { orderName: queue },
    query: {
      ...(month !== null && { month }),
      ...filters,
      ...(searchVal !== '' && { searchVal }),
      sort: sort.by,
      order: sort.order,
      format,
    },
  })
