import { type ListFilters, isFiltered, withFilter } from '#contract/rules/list-filters.ts'
import { FilterChip } from '#web/ui/FilterChip.tsx'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { createChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import type { KeyAction } from '#web/lib/key-table.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { LazyDropdown } from '#web/ui/LazyDropdown.tsx'
import type { OrderListQuery } from '../list/list-request.ts'
import css from './filters.module.css'
import {
  filterLabels,
  isOffered,
  moreFilters,
  shownFilters,
  type MenuFilter,
  namesOf,
} from './filter-labels.ts'
import { filterText } from './filter-values.ts'
import type { FilterMenuProps } from './FilterMenu.tsx'
import { useFilterOptions } from './use-filter-options.ts'

export interface FilterBarProps {
  listQuery: OrderListQuery
  /** All filters in one button, beside the bulk actions. */
  isFolded: boolean
  onChange: (filters: ListFilters) => void
}

/**
 * The filters of a queue (product §12). Rare ones are under More and get their own button once set; folded and on a
 * phone all are under Filters.
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

const chunk = createChunk(() => import('./FilterMenu.tsx'))
afterFirstView(chunk.preload)

const withOptions: readonly MenuFilter[] = ['assignee', 'site', 'gateway', 'nationality']

interface FilterDropdownProps extends Omit<FilterMenuProps, 'dropdown'> {
  label: string
  className?: string | undefined
  shortcut?: KeyAction
}

/** A filter's button with its value and a Clear button once set. */
function FilterDropdown({ label, className = '', shortcut, ...menu }: FilterDropdownProps) {
  const { names, filters, onChange } = menu
  const [name] = names
  const isOne = name !== undefined && names.length === 1
  const options = useFilterOptions(isOne && filters[name] !== undefined && isOneOf(withOptions, name))
  const text = isOne ? filterText(name, filters, options) : ''
  const clear = () => onChange(without(filters, names))
  return (
    <span className={`inline-row ${css.filter} ${className}`} data-on={text !== '' || undefined}>
      <LazyDropdown
        chunk={chunk}
        popup="dialog"
        {...(shortcut && { shortcut })}
        button={{
          className: css.button,
          rightSection: text === '' ? <Icon name="down" size={12} /> : undefined,
          children:
            text === '' ? (
              label
            ) : (
              <>
                {label} <b className={`medium ${css.value}`}>{text}</b>
              </>
            ),
        }}
      >
        {({ FilterMenu }, dropdown) => <FilterMenu {...menu} dropdown={dropdown} />}
      </LazyDropdown>
      {text !== '' && (
        <button
          type="button"
          className={`stack centered ${css.clear}`}
          aria-label={`Clear ${label}`}
          onClick={clear}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  )
}

const without = (filters: ListFilters, names: readonly MenuFilter[]): ListFilters => {
  const cleared = names.flatMap(namesOf)
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !cleared.some((it) => it === name)))
}
