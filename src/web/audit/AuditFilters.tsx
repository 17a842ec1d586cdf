import { NativeSelect } from '@mantine/core'
import { auditGroups } from '#contract/rules/audit-actions.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import { RangeFields } from '#web/reports/RangeFields.tsx'
import { FilterChip } from '#web/ui/FilterChip.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { AuditView } from './audit-view.ts'
import css from './AuditFilters.module.css'

interface AuditFiltersProps {
  view: AuditView
  onChange: (changes: Partial<AuditView>) => void
  members: readonly { id: number; name: string }[]
}

/** What of the audit is shown: search, groups of actions, who, and which days. */
export function AuditFilters({ view, onChange, members }: AuditFiltersProps) {
  return (
    <>
      <div className={css.filters}>
        <SearchBox
          label="Search the audit"
          placeholder="Order ID or member"
          value={view.search}
          onSearch={(search) => onChange({ search })}
        />
        <NativeSelect
          aria-label="Who"
          className={css.who}
          value={view.memberId ?? ''}
          data={[
            { value: '', label: 'Everybody' },
            ...members.map(({ id, name }) => ({ value: String(id), label: name })),
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
      <RangeFields
        range={{ fromDate: view.fromDate, toDate: view.toDate }}
        onChange={(changes) => onChange(changes)}
      />
    </>
  )
}
