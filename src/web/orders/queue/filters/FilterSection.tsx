import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FilterOptions } from '#contract/orders.ts'
import { filterValues, withFilter, type ListFilters } from '#contract/rules/list-filters.ts'
import { normalizeText } from '#contract/rules/search-text.ts'
import { formatCount } from '#web/ui/format-count.ts'
import css from './filters.module.css'
import { filterLabels, type MenuFilter } from './filter-labels.ts'
import { filterChoices } from './filter-values.ts'

/** From here on a list of values has a box to search in. */
const searchedLength = 12

interface FilterSectionProps {
  name: Exclude<MenuFilter, 'travelFrom'>
  options: FilterOptions | undefined
  /** How many orders have each value. */
  counts?: Readonly<Record<string, number>> | undefined
  filters: ListFilters
  onChange: (filters: ListFilters) => void
}

/** The values of a filter; an order passes that has one of those chosen. */
export function FilterSection({ name, options, counts, filters, onChange }: FilterSectionProps) {
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
