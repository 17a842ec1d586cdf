import { useDisclosure } from '@mantine/hooks'
import { useEffect, useId, useRef } from 'react'
import { displayDate } from '#contract/rules/dates.ts'
import { RangeFields } from '#web/reports/RangeFields.tsx'
import type { ReportRange } from '#web/reports/report-range.ts'
import chip from '#web/ui/fields.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import css from './audit.module.css'

interface PeriodFilterProps {
  range: ReportRange
  onChange: (changes: Partial<ReportRange>) => void
}

const day = (date: string) => (date === '' ? '…' : displayDate(date))

/** `20-11-2026`, `20-11-2026 – …`; '' for all time. */
function describeRange({ fromDate, toDate }: ReportRange): string {
  if (fromDate === toDate) return fromDate === '' ? '' : day(fromDate)
  return `${day(fromDate)} – ${day(toDate)}`
}

/** The days that a list is of: a chip that says them, and opens their fields. */
export function PeriodFilter({ range, onChange }: PeriodFilterProps) {
  const [isOpen, { toggle, close }] = useDisclosure()
  const id = useId()
  const target = useRef<HTMLButtonElement>(null)
  const fields = useRef<HTMLDivElement>(null)
  const text = describeRange(range)

  useEffect(() => {
    const opened = fields.current
    if (!isOpen || !opened) return
    // A listener of the element itself: a calendar stands elsewhere in the page, and closes by itself.
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      close()
      target.current?.focus()
    }
    opened.querySelector('input')?.focus()
    opened.addEventListener('keydown', closeOnEscape)
    return () => opened.removeEventListener('keydown', closeOnEscape)
  }, [isOpen, close])

  return (
    <>
      <button
        type="button"
        ref={target}
        className={`inline-row gap-6 nowrap ${chip.chip} ${css.period}`}
        data-on={text !== '' || undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        Period {text && <b>{text}</b>}
        <Icon name="down" size={12} />
      </button>
      {isOpen && (
        <div className={css.fields} id={id} ref={fields}>
          <RangeFields range={range} onChange={onChange} />
        </div>
      )}
    </>
  )
}
