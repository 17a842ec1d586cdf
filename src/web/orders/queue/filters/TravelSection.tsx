import { isIsoDate } from '#contract/rules/dates.ts'
import { withFilter, type FilterName, type ListFilters } from '#contract/rules/list-filters.ts'
import { DateField } from '#web/ui/DateField.tsx'
import css from './filters.module.css'

interface TravelSectionProps {
  filters: ListFilters
  onChange: (filters: ListFilters) => void
}

/** The days between which they travel, both included. */
export function TravelSection({ filters, onChange }: TravelSectionProps) {
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
