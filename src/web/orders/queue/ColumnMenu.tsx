import { Button, Checkbox, Popover } from '@mantine/core'
import type { Dropdown } from '#web/ui/LazyDropdown.tsx'
import css from './queue.module.css'
import type { ColumnKey } from './queue-screens.ts'

export interface ColumnChoiceProps {
  columns: readonly { key: ColumnKey; header: string }[]
  hidden: readonly ColumnKey[]
  fitsWidth: boolean
  shownCount: number
  onChange: (choice: { hidden: ColumnKey[]; fitsWidth: boolean }) => void
}

/** The first column names the row and cannot be hidden. */
export function ColumnMenu({
  dropdown,
  columns,
  hidden,
  fitsWidth,
  shownCount,
  onChange,
}: ColumnChoiceProps & { dropdown: Dropdown }) {
  const offCount = columns.length - shownCount
  const toggle = (key: ColumnKey, isShown: boolean) =>
    onChange({ hidden: isShown ? hidden.filter((it) => it !== key) : [...hidden, key], fitsWidth })
  return (
    <Popover {...dropdown.props} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>{dropdown.target}</Popover.Target>
      <Popover.Dropdown className={css.dropdown}>
        <Checkbox
          label="Fit to width"
          checked={fitsWidth}
          onChange={({ currentTarget }) =>
            onChange({ hidden: [...hidden], fitsWidth: currentTarget.checked })
          }
        />
        <fieldset className={`stack gap-8 ${css.columns}`} aria-label="Columns">
          {columns.slice(1).map(({ key, header }) => (
            <Checkbox
              key={key}
              label={header}
              checked={!hidden.includes(key)}
              onChange={({ currentTarget }) => toggle(key, currentTarget.checked)}
            />
          ))}
        </fieldset>
        <p className="faint tiny">
          {offCount === 0 ? 'All columns are chosen.' : `${offCount} of ${columns.length} are off.`}
        </p>
        {hidden.length > 0 && (
          <Button size="xs" onClick={() => onChange({ hidden: [], fitsWidth })}>
            Show all
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
