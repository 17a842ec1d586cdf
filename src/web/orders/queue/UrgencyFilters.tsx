import { useRef } from 'react'
import { urgencyCounts } from '#contract/orders.ts'
import { isPromisedQueue, type Urgency } from '#contract/rules/list-order.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { FilterChip } from '#web/ui/FilterChip.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import type { OrderListQuery } from './list/list-request.ts'

/** In the order of what has to be done first. */
const chips = [
  { urgency: 'late', label: 'Late', tone: 'bad' },
  { urgency: 'soon', label: 'Due soon', tone: 'soon' },
  { urgency: 'today', label: 'Travel today', tone: 'neutral' },
  { urgency: 'missed', label: 'Missed', tone: 'bad' },
] as const satisfies readonly { urgency: Urgency; label: string; tone: 'bad' | 'soon' | 'neutral' }[]

interface UrgencyFiltersProps {
  listQuery: OrderListQuery
  onChange: (urgency: Urgency | null) => void
}

/**
 * Leaves only the orders of one urgency (product §12), each with how many the queue has; beside a search these would be of
 * other orders. One that would leave none is not there.
 */
export function UrgencyFilters({ listQuery: { queue, urgency, searchVal }, onChange }: UrgencyFiltersProps) {
  const canWait = queue === 'allOrder' || isPromisedQueue(queue)
  const { data } = useRead(
    urgencyCounts,
    { params: { orderName: queue } },
    { showsFailureInline: true, enabled: canWait },
  )
  const shown = chips.filter((chip) => urgency === chip.urgency || (data?.data[chip.urgency] ?? 0) > 0)
  const first = useRef<HTMLButtonElement>(null)
  useShortcuts({ filter: shown.length > 0 ? () => first.current?.focus() : undefined })
  return shown.map((chip, index) => (
    <FilterChip
      key={chip.urgency}
      ref={index === 0 ? first : undefined}
      isOn={urgency === chip.urgency}
      tone={chip.tone}
      onChange={(on) => onChange(on ? chip.urgency : null)}
    >
      {searchVal === '' && data ? `${chip.label} ${formatCount(data.data[chip.urgency])}` : chip.label}
    </FilterChip>
  ))
}
