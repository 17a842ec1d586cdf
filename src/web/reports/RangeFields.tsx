import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { isIsoDate } from '#contract/rules/dates.ts'
import { DateField } from '#web/ui/DateField.tsx'
import type { ReportRange } from './report-range.ts'
import css from './reports.module.css'

interface RangeFieldsProps {
  range: ReportRange
  onChange: (changes: Partial<ReportRange>) => void
  /** What of the days counts. */
  note?: string
  children?: ReactNode
}

/** The date range of a report; without dates, all time. */
export function RangeFields({ range, onChange, note = 'Whole days in EST', children }: RangeFieldsProps) {
  /** An incomplete date changes nothing. */
  const changeTo = (end: keyof ReportRange) => (day: string) => {
    if (day === '' || isIsoDate(day)) onChange({ [end]: day })
  }
  const isUnbounded = range.fromDate === '' && range.toDate === ''
  return (
    <fieldset className={`flex wrap ${css.fields}`} aria-label="Date range">
      <DateField
        label="From date"
        name="fromDate"
        checksOnLeave
        value={range.fromDate}
        onChange={changeTo('fromDate')}
      />
      <DateField
        label="To date"
        name="toDate"
        checksOnLeave
        value={range.toDate}
        onChange={changeTo('toDate')}
      />
      {!isUnbounded && (
        <Button variant="subtle" onClick={() => onChange({ fromDate: '', toDate: '' })}>
          All time
        </Button>
      )}
      <p className={`row faint small tight ${css.rangeNote}`}>{isUnbounded ? 'All time' : note}</p>
      {children}
    </fieldset>
  )
}
