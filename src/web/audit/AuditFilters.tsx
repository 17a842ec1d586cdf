import { Button, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId } from 'react'
import { auditGroups } from '#contract/rules/audit-actions.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import { FilterChip } from '#web/ui/FilterChip.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { countFilters, type AuditView } from './audit-view.ts'
import css from './audit.module.css'
import { PeriodFilter } from './PeriodFilter.tsx'

interface AuditFiltersProps {
  view: AuditView
  onChange: (changes: Partial<AuditView>) => void
  members: readonly { id: number; name: string }[]
}

/** What of the audit is shown: search, which days, who, and groups of actions. On a phone one button opens all but the search. */
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
