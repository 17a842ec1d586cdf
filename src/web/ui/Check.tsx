import { useEffect, useRef } from 'react'
import css from './Check.module.css'

interface CheckProps {
  label: string
  checked: boolean
  /** Some, but not all, of what it stands for. */
  some?: boolean
  onChange: (checked: boolean, withShift: boolean) => void
  disabled?: boolean
}

/** A checkbox without words, for rows: lighter than Mantine's, of which a long table would hold hundreds. */
export function Check({ label, checked, some = false, onChange, disabled = false }: CheckProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = some
  }, [some])
  return (
    <label className={css.touch}>
      <input
        ref={input}
        className={css.check}
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
