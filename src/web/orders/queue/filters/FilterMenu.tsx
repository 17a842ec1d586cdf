import { Popover, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { urgencyCounts, type FilterOptions } from '#contract/orders.ts'
import { type ListFilters, withFilter, type FilterName, filterValues } from '#contract/rules/list-filters.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import type { Dropdown } from '#web/ui/LazyDropdown.tsx'
import { isIsoDate } from '#contract/rules/dates.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { normalizeText } from '#contract/rules/search-text.ts'
import { formatCount } from '#web/ui/format-count.ts'
import css from './filters.module.css'
import { isOffered, type MenuFilter, filterLabels } from './filter-labels.ts'
import { useFilterOptions } from './use-filter-options.ts'
import { filterChoices } from './filter-values.ts'

export interface FilterMenuProps {
  queue: QueueName
  /** Hides the counts, which are of the whole queue. */
  isSearched: boolean
  names: readonly MenuFilter[]
  filters: ListFilters
  onChange: (filters: ListFilters) => void
}

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

interface TravelSectionProps {
  filters: ListFilters
  onChange: (filters: ListFilters) => void
}

/** First and last travel date, both included. */
function TravelSection({ filters, onChange }: TravelSectionProps) {
  const set = (name: FilterName, value: string) => {
    if (value === '') onChange(withFilter(filters, name, []))
    else if (isIsoDate(value)) onChange(withFilter(filters, name, [value]))
  }
  return (
    <fieldset className={`stack gap-8 shrinkable ${css.section}`}>
      <legend>Travel date</legend>
      <DateField
        label="From"
        checksOnLeave
        value={filters.travelFrom}
        onChange={(value) => set('travelFrom', value)}
      />
      <DateField
        label="Until"
        checksOnLeave
        value={filters.travelUntil}
        onChange={(value) => set('travelUntil', value)}
      />
    </fieldset>
  )
}

/** Longer lists get a search box. */
const searchedLength = 12

interface FilterSectionProps {
  name: Exclude<MenuFilter, 'travelFrom'>
  options: FilterOptions | undefined
  counts?: Readonly<Record<string, number>> | undefined
  filters: ListFilters
  onChange: (filters: ListFilters) => void
}

/** An order matches with any of the chosen values. */
function FilterSection({ name, options, counts, filters, onChange }: FilterSectionProps) {
  const { values, label } = filterChoices[name]
  const [text, setText] = useState('')
  const chosen = filterValues(filters, name)
  const offered = [...new Set([...values(options), ...chosen])]
  const wanted = normalizeText(text)
  const shown = offered.filter((value) => normalizeText(label(value, options)).includes(wanted))
  const toggle = (value: string, isOn: boolean) =>
    onChange(withFilter(filters, name, isOn ? [...chosen, value] : chosen.filter((it) => it !== value)))
  return (
    <fieldset className={`stack gap-8 shrinkable ${css.section}`}>
      <legend>{filterLabels[name]}</legend>
      {offered.length > searchedLength && (
        <TextInput
          aria-label={`Search ${filterLabels[name]}`}
          placeholder="Search"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <div className={`stack gap-8 ${css.values}`}>
        {shown.map((value) => (
          <Checkbox
            key={value}
            label={
              <>
                {label(value, options)}
                {counts && <span className="faint"> {formatCount(counts[value] ?? 0)}</span>}
              </>
            }
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) => toggle(value, currentTarget.checked)}
          />
        ))}
        {shown.length === 0 && <p className="faint">{options ? 'None' : 'Loading…'}</p>}
      </div>
    </fieldset>
  )
}
