import { matchRoute, useRouter } from 'wouter'
import { getOrder } from '#contract/order-details.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import { viewOrderPattern } from '#contract/rules/staff-addresses.ts'
import { listOpenedFrom } from '#web/lib/back-target.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { queueOfOrder } from './use-back-target.ts'

/** On an order's page, the path of its Back link, which menus highlight; undefined elsewhere. */
export function useOrderSection(path: string): string | undefined {
  const { parser } = useRouter()
  const [isOrder, params] = matchRoute(parser, viewOrderPattern, path)
  const orderId = isOrder ? decodeOrderId(params.orderId) : null
  // Reads the cache only; the page fetches the order and shows failures.
  const { data, dataUpdatedAt } = useRead(
    getOrder,
    { params: { orderId: orderId ?? '' } },
    { enabled: false, showsFailureInline: true },
  )
  if (!isOrder) return undefined
  const back =
    listOpenedFrom(history.state) ??
    (data && queueOfOrder(data.orderDetails, jakartaToday(new Date(dataUpdatedAt))))
  return back?.href.split('?')[0]
}
