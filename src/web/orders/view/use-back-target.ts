import { useState } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { findQueue, queues } from '#contract/rules/queues.ts'
import { listOpenedFrom, type BackTarget } from '#web/lib/back-target.ts'

/** The queue that the order is in. `today` is Jakarta's, `YYYY-MM-DD`. */
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

/** The target of Back: the last visited queue, else the one that the order is in. `today` is Jakarta's, `YYYY-MM-DD`. */
export function useBackTarget(order: OrderDetails, today: string): BackTarget {
  const [lastQueue] = useState(() => listOpenedFrom(history.state))
  return lastQueue ?? queueOfOrder(order, today)
}
