import { Button } from '@mantine/core'
import { DayField } from './DayField.tsx'
import type { ReportRange } from './report-range.ts'
import css from './RangeFields.module.css'

interface RangeFieldsProps {
  range: ReportRange
  onChoose: (changes: Partial<ReportRange>) => void
}

/** The days that a report is about; without any, all time. */
export function RangeFields({ range, onChoose }: RangeFieldsProps) {
  const isOpen = range.fromDate === '' && range.toDate === ''
  return (
    <fieldset className={css.fields} aria-label="Date range">
      <DayField
        label="From date"
        name="fromDate"
        value={range.fromDate}
        onChoose={(fromDate) => onChoose({ fromDate })}
      />
      <DayField
        label="To date"
        name="toDate"
        value={range.toDate}
        onChoose={(toDate) => onChoose({ toDate })}
      />
      {!isOpen && (
        <Button variant="subtle" onClick={() => onChoose({ fromDate: '', toDate: '' })}>
          All time
        </Button>
      )}
      <p className={css.note}>{isOpen ? 'All time' : 'Whole days in EST'}</p>
    </fieldset>
  )
}
