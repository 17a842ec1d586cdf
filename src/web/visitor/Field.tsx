import { useId, type ComponentProps } from 'react'
import { Icon } from './Icon.tsx'
import css from './page.module.css'

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'value'> {
  label: string
  hint?: string
  error: string | null
}

/** Uncontrolled, to keep text typed before hydration. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ')
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={css.hint} id={hintId}>
          {hint}
        </p>
      )}
      <input
        {...input}
        id={id}
        className={`${css.input} notranslate`}
        aria-describedby={describedBy || undefined}
        aria-invalid={error !== null}
      />
      {error && (
        <p className={css.error} id={errorId}>
          <Icon name="alert" size={18} />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
