import { listOrders } from '#contract/orders.ts'
import type { Urgency } from '#contract/rules/list-order.ts'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'
import { placementRules } from '#contract/rules/queues.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { FilterChip } from '#web/ui/FilterChip.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import type { OrderListQuery } from './list/list-request.ts'

/** Whether a queue holds orders that still wait for their document; its window has opened. */
const canHaveMissed = (queue: OrderListQuery['queue']): boolean =>
  queue === 'myOrder' ||
  queue === 'allOrder' ||
  (queue !== 'futureOrder' &&
    placementRules[queue].some(({ status }) => statusesCompletedByUpload.includes(status)))

interface MissedFilterProps {
  listQuery: OrderListQuery
  onChange: (urgency: Urgency | null) => void
}

/**
 * Leaves only the orders whose travel day has passed without a document, and says how many the queue has; beside a search
 * the number would be of other orders.
 */
export function MissedFilter({ listQuery: { queue, urgency, searchVal }, onChange }: MissedFilterProps) {
  const { name: userName } = useCurrentMember()
  const { data } = useRead(
    listOrders,
    { params: { orderName: queue }, query: { limit: 1, urgency: 'missed', userName } },
    { showsFailureInline: true, enabled: canHaveMissed(queue) },
  )
  const isOn = urgency === 'missed'
  const count = data?.count ?? 0
  if (!isOn && count === 0) return null
  return (
    <FilterChip isOn={isOn} tone="bad" onChange={(on) => onChange(on ? 'missed' : null)}>
      {searchVal === '' ? `Missed ${formatCount(count)}` : 'Missed'}
    </FilterChip>
  )
}
