import { listOrders } from '#contract/orders.ts'
import { useRead } from '#web/lib/hooks.ts'
import { formatCount } from '#web/ui/count.ts'

/** ` · 12 to refund`: how many in Refunds have no refund date yet. */
export function ToRefundCount() {
  const { data } = useRead(
    listOrders,
    { params: { orderName: 'refundOrder' }, query: { limit: 1, 'filter[refund_date]': '' } },
    { onPage: true },
  )
  return data && data.count > 0 ? ` · ${formatCount(data.count)} to refund` : null
}
