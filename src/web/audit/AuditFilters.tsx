import { Button, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId, useEffect, useRef } from 'react'
import { auditGroups } from '#contract/rules/audit-actions.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import { FilterChip } from '#web/ui/FilterChip.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { displayDate } from '#contract/rules/dates.ts'
import { RangeFields } from '#web/reports/RangeFields.tsx'
import type { ReportRange } from '#web/reports/report-range.ts'
import chip from '#web/ui/fields.module.css'
import { countFilters, type AuditView } from './audit-view.ts'
import css from './audit.module.css'

interface AuditFiltersProps {
  view: AuditView
  onChange: (changes: Partial<AuditView>) => void
  members: readonly { id: number; name: string }[]
}

/** Search and filters of the audit. On a phone, one button opens all but the search. */
export function AuditFilters({ view, onChange, members }: AuditFiltersProps) {
  const [isOpen, { toggle }] = useDisclosure()
  const id = useId()
  const count = countFilters(view)
  return (
    <search className={`row wrap gap-8 ${css.filterBar}`}>
      <div className={css.search}>
        <SearchBox
          label="Search the audit"
          placeholder="Order ID or member"
          value={view.search}
          onSearch={(search) => onChange({ search })}
        />
      </div>
      <Button
        className={css.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={<Icon name="down" className={isOpen ? css.up : undefined} />}
        onClick={toggle}
      >
        Filters{count > 0 && ` ${count}`}
      </Button>
      <div className={css.filters} id={id} data-open={isOpen || undefined}>
        <PeriodFilter range={{ fromDate: view.fromDate, toDate: view.toDate }} onChange={onChange} />
        <NativeSelect
          aria-label="Who"
          className={css.who}
          value={view.memberId ?? ''}
          data={[
            { value: '', label: 'Everybody' },
            ...members.map(({ id: memberId, name }) => ({ value: String(memberId), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ memberId: value === '' ? null : Number(value) })
          }
        />
        <fieldset className={css.groups} aria-label="Kinds">
          {keysOf(auditGroups).map((group) => (
            <FilterChip
              key={group}
              isOn={view.groups.includes(group)}
              onChange={(isOn) =>
                onChange({
                  groups: isOn ? [...view.groups, group] : view.groups.filter((it) => it !== group),
                })
              }
            >
              {auditGroups[group]}
            </FilterChip>
          ))}
        </fieldset>
      </div>
    </search>
  )
}

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

function PeriodFilter({ range, onChange }: PeriodFilterProps) {
  const [isOpen, { toggle, close }] = useDisclosure()
  const id = useId()
  const target = useRef<HTMLButtonElement>(null)
  const fields = useRef<HTMLDivElement>(null)
  const text = describeRange(range)

  useEffect(() => {
    const opened = fields.current
    if (!isOpen || !opened) return
    // On the element itself: the calendar stands elsewhere in the page and closes on Escape itself.
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
