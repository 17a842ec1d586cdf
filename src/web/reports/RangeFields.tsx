import { Button } from '@mantine/core'
import { DayField } from './DayField.tsx'
import type { ReportRange } from './report-range.ts'
import css from './RangeFields.module.css'

interface RangeFieldsProps {
  range: ReportRange
  onChange: (changes: Partial<ReportRange>) => void
}

/** The date range of a report; without dates, all time. */
export function RangeFields({ range, onChange }: RangeFieldsProps) {
  const isUnbounded = range.fromDate === '' && range.toDate === ''
  return (
    <fieldset className={css.fields} aria-label="Date range">
      <DayField
        label="From date"
        name="fromDate"
        value={range.fromDate}
        onChange={(fromDate) => onChange({ fromDate })}
      />
      <DayField
        label="To date"
        name="toDate"
        value={range.toDate}
        onChange={(toDate) => onChange({ toDate })}
      />
      {!isUnbounded && (
        <Button variant="subtle" onClick={() => onChange({ fromDate: '', toDate: '' })}>
          All time
        </Button>
      )}
      <p className={css.note}>{isUnbounded ? 'All time' : 'Whole days in EST'}</p>
    </fieldset>
  )
}
