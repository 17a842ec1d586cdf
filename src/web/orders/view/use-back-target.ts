import { useState } from 'react'
import type { OrderDetails } from '#contract/orders.ts'
import { placeOf } from '#contract/rules/queues.ts'

export interface BackTarget {
  href: string
  label: string
}
const screens: Record<string, BackTarget> = {}
export function useBackTarget(order: OrderDetails, today: string): BackTarget {
  const [from] = useState<unknown>(() => history.state)
  const place = placeOf(
    {
      status: order.process_status,
      assigned: order.assign_to !== null,
      mode: order.processing_mode,
      windowOpensOn: order.window_opens_on,
    },
    today,
  )
  void from
  return screens[place] ?? { href: '/admin', label: place }
}
