import { listOrders } from '#contract/orders.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { formatCount } from '#web/ui/format-count.ts'

/** ` · 12 to refund`: orders in Refunds without a refund date. */
export function PendingRefundCount() {
  const { name: userName } = useCurrentMember()
  const { data } = useRead(
    listOrders,
    { params: { orderName: 'refundOrder' }, query: { limit: 1, 'filter[refund_date]': '', userName } },
    { showsFailureInline: true },
  )
  return data && data.count > 0 ? ` · ${formatCount(data.count)} to refund` : null
}
