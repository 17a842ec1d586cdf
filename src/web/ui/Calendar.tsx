import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import css from './Calendar.module.css'

interface CalendarProps {
  /** `YYYY-MM-DD`; null for none. */
  value: string | null
  onChange: (day: string) => void
}

const ariaLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
  monthLevelControl: 'Choose a month',
  yearLevelControl: 'Choose a year',
}

/** Weeks start on Monday. The chosen day, else today, gets the focus. */
export const Calendar = ({ value, onChange }: CalendarProps) => (
  <DatePicker
    classNames={css}
    value={value}
    defaultDate={value ?? undefined}
    onChange={(day) => day !== null && onChange(day)}
    getDayProps={(day) => (day === value ? { 'data-autofocus': true } : {})}
    ariaLabels={ariaLabels}
    highlightToday
    // Escape closes only the calendar, not the dialog around it.
    __stopPropagation
  />
)
