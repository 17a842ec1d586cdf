import { useState } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { findQueue, queues } from '#contract/rules/queues.ts'
import { listOpenedFrom, type BackTarget } from '#web/lib/back-target.ts'

/** `today` is Jakarta's date, `YYYY-MM-DD`. */
export function queueOfOrder(order: OrderDetails, today: string): BackTarget {
  const { path, heading } =
    queues[
      findQueue(
        {
          status: order.process_status,
          assigned: order.assign_to !== null,
          mode: order.processing_mode,
          windowOpensOn: order.window_opens_on,
        },
        today,
      )
    ]
  return { href: path, label: heading }
}

/** The last visited queue, else the order's own. `today` is Jakarta's date, `YYYY-MM-DD`. */
export function useBackTarget(order: OrderDetails, today: string): BackTarget {
  const [lastQueue] = useState(() => listOpenedFrom(history.state))
  return lastQueue ?? queueOfOrder(order, today)
}
