import { useEffect, useRef } from 'react'
import css from './controls.module.css'

interface RowCheckboxProps {
  label: string
  checked: boolean
  indeterminate?: boolean
  onChange: (checked: boolean, withShift: boolean) => void
  disabled?: boolean
}

/** Lighter than Mantine's, since a long table has hundreds. */
export function RowCheckbox({
  label,
  checked,
  indeterminate = false,
  onChange,
  disabled = false,
}: RowCheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className={css.touch}>
      <input
        ref={input}
        className={`rigid ${css.check}`}
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={(event) =>
          onChange(
            event.currentTarget.checked,
            event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey,
          )
        }
      />
    </label>
  )
}
