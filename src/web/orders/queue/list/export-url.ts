import { exportOrders } from '#contract/export.ts'
import { requestUrl } from '#web/lib/request-url.ts'
import type { OrderListQuery } from './list-request.ts'

/** The CSV file of everything that is listed, not of one page. */
export const exportUrl = ({ queue, month, searchVal, sort, urgency }: OrderListQuery): string =>
  requestUrl(exportOrders, {
    params: { orderName: queue },
    query: {
      ...(month !== null && { month }),
      ...(urgency !== null && { urgency }),
      ...(searchVal !== '' && { searchVal }),
      sort: sort.by,
      order: sort.order,
    },
  })
