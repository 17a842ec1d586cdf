import type { ListFilters } from '#contract/rules/list-filters.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { createChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import type { KeyAction } from '#web/lib/key-table.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { LazyDropdown } from '#web/ui/LazyDropdown.tsx'
import css from './filters.module.css'
import { namesOf, type MenuFilter } from './filter-labels.ts'
import { filterText } from './filter-values.ts'
import type { FilterMenuProps } from './FilterMenu.tsx'
import { useFilterOptions } from './use-filter-options.ts'

const chunk = createChunk(() => import('./FilterMenu.tsx'))
afterFirstView(chunk.preload)

const withOptions: readonly MenuFilter[] = ['assignee', 'site', 'nationality']

export interface FilterDropdownProps extends Omit<FilterMenuProps, 'dropdown'> {
  label: string
  className?: string | undefined
  shortcut?: KeyAction
}

/** A filter's button and, where it is set, what it is set to and the way to clear it. */
export function FilterDropdown({ label, className = '', shortcut, ...menu }: FilterDropdownProps) {
  const { names, filters, onChange } = menu
  const [name] = names
  const isOne = name !== undefined && names.length === 1
  const options = useFilterOptions(isOne && filters[name] !== undefined && isOneOf(withOptions, name))
  const text = isOne ? filterText(name, filters, options) : ''
  const clear = () => onChange(without(filters, names))
  return (
    <span className={`inline-row ${css.filter} ${className}`} data-on={text !== '' || undefined}>
      <LazyDropdown
        chunk={chunk}
        popup="dialog"
        {...(shortcut && { shortcut })}
        button={{
          className: css.button,
          rightSection: text === '' ? <Icon name="down" size={12} /> : undefined,
          children:
            text === '' ? (
              label
            ) : (
              <>
                {label} <b className={`medium ${css.value}`}>{text}</b>
              </>
            ),
        }}
      >
        {({ FilterMenu }, dropdown) => <FilterMenu {...menu} dropdown={dropdown} />}
      </LazyDropdown>
      {text !== '' && (
        <button
          type="button"
          className={`stack centered ${css.clear}`}
          aria-label={`Clear ${label}`}
          onClick={clear}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  )
}

const without = (filters: ListFilters, names: readonly MenuFilter[]): ListFilters => {
  const cleared = names.flatMap(namesOf)
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !cleared.some((it) => it === name)))
}
