import { exportOrders } from '#contract/export.ts'
import { addressOf } from '#web/lib/client.ts'
import type { Listed } from './list-queries.ts'

/** The CSV file of everything that is listed, not of one page; a search is newest first, as on the screen. */
export const exportAddress = ({ queue, month, searchVal, sort }: Listed): string =>
  addressOf(exportOrders, {
    params: { orderName: queue },
    query: {
      ...(month !== null && { month }),
      ...(searchVal === '' ? { sort: sort.by, order: sort.order } : { searchVal }),
    },
  })
