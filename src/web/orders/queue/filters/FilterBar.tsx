import { type ListFilters, isFiltered, withFilter } from '#contract/rules/list-filters.ts'
import { FilterChip } from '#web/ui/FilterChip.tsx'
import type { OrderListQuery } from '../list/list-request.ts'
import css from './filters.module.css'
import { filterLabels, isOffered, moreFilters, shownFilters, type MenuFilter } from './filter-labels.ts'
import { FilterDropdown } from './FilterDropdown.tsx'

export interface FilterBarProps {
  listQuery: OrderListQuery
  /** All in one button: what can be done with chosen rows stands beside it. */
  isFolded: boolean
  onChange: (filters: ListFilters) => void
}

/**
 * What a queue is narrowed by (product §12), beside its search. What is seldom used waits under More, and stands behind it
 * once it is set; folded, and on a phone, everything waits under Filters.
 */
export function FilterBar({ listQuery: { queue, filters, searchVal }, isFolded, onChange }: FilterBarProps) {
  const shown = shownFilters.filter((name) => isOffered(name, queue))
  const more = moreFilters.filter((name) => isOffered(name, queue))
  const set = moreFilters.filter((name) => filters[name] !== undefined)
  const common = { queue, filters, isSearched: searchVal !== '', onChange }
  const dropdown = (name: MenuFilter) => (
    <FilterDropdown
      key={name}
      {...common}
      label={filterLabels[name]}
      names={[name]}
      {...(name === shown[0] && !isFolded && { shortcut: 'filter' })}
    />
  )
  return (
    <fieldset
      className={`flex wrap shrinkable ${css.bar}`}
      data-folded={isFolded || undefined}
      aria-label="Filters"
    >
      <FilterDropdown
        {...common}
        className={css.all}
        label={isFiltered(filters) ? `Filters ${Object.keys(filters).length}` : 'Filters'}
        names={[...shown, ...more]}
        {...(isFolded && { shortcut: 'filter' })}
      />
      {shown.slice(0, -2).map(dropdown)}
      <FilterChip
        isOn={filters.reply !== undefined}
        onChange={(isOn) => onChange(withFilter(filters, 'reply', isOn ? ['open'] : []))}
      >
        Has reply
      </FilterChip>
      {shown.slice(-2).map(dropdown)}
      <FilterDropdown {...common} label="More" names={more} />
      {set.map(dropdown)}
    </fieldset>
  )
}
