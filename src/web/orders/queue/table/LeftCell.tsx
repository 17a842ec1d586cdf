import { getOrder } from '#contract/order-details.ts'
import type { OrderRow } from '#contract/orders.ts'
import { statusLabels } from '#contract/rules/statuses.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import css from './order-cells.module.css'

/** What became of an order that left the list by somebody else's doing: who took it, or its status now. */
export function LeftCell({ row }: { row: OrderRow }) {
  const { data } = useRead(getOrder, { params: { orderId: row.order_id } }, { showsFailureInline: true })
  const order = data?.orderDetails
  if (!order) return <span className={css.left}>left the list</span>
  const isTaken = order.assign_to !== null && order.assign_to !== row.assign_to
  return (
    <span className={css.left}>
      {isTaken ? (
        <>
          <bdi>{order.assign_to}</bdi> took it
        </>
      ) : (
        `now ${statusLabels[order.process_status].label}`
      )}
    </span>
  )
}
