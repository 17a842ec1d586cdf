import { Popover } from '@mantine/core'
import { urgencyCounts } from '#contract/orders.ts'
import type { ListFilters } from '#contract/rules/list-filters.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import type { Dropdown } from '#web/ui/LazyDropdown.tsx'
import css from './filters.module.css'
import { isOffered, type MenuFilter } from './filter-labels.ts'
import { FilterSection } from './FilterSection.tsx'
import { TravelSection } from './TravelSection.tsx'
import { useFilterOptions } from './use-filter-options.ts'

export interface FilterMenuProps {
  queue: QueueName
  /** Its counts are of the whole queue: beside a search they would be of other orders. */
  isSearched: boolean
  names: readonly MenuFilter[]
  filters: ListFilters
  onChange: (filters: ListFilters) => void
}

/** What a filter's button opens: the values of one filter, or of several. */
export function FilterMenu({
  dropdown,
  queue,
  isSearched,
  names,
  filters,
  onChange,
}: FilterMenuProps & { dropdown: Dropdown }) {
  const { opened } = dropdown.props
  const options = useFilterOptions(opened)
  const { data: counts } = useRead(
    urgencyCounts,
    { params: { orderName: queue } },
    {
      showsFailureInline: true,
      enabled: opened && !isSearched && names.includes('urgency') && isOffered('urgency', queue),
    },
  )
  return (
    <Popover {...dropdown.props} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>{dropdown.target}</Popover.Target>
      <Popover.Dropdown className={css.menu}>
        {names.map((name) =>
          name === 'travelFrom' ? (
            <TravelSection key={name} filters={filters} onChange={onChange} />
          ) : (
            <FilterSection
              key={name}
              name={name}
              options={options}
              counts={name === 'urgency' ? counts?.data : undefined}
              filters={filters}
              onChange={onChange}
            />
          ),
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
