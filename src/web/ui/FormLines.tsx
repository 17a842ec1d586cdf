import type { ReactNode, SubmitEventHandler } from 'react'
import css from './FormLines.module.css'

interface FormLinesProps {
  /** Names the form, where no heading does. */
  label?: string
  onSubmit: SubmitEventHandler<HTMLFormElement>
  /** The fields, one under the other. */
  children: ReactNode
  /** The submit button, and what stands beside it. */
  buttons: ReactNode
}

/** A form whose messages are the contract's, not the browser's. */
export const FormLines = ({ label, onSubmit, children, buttons }: FormLinesProps) => (
  <form className={css.form} aria-label={label} onSubmit={onSubmit} noValidate>
    {children}
    <div className={css.buttons}>{buttons}</div>
  </form>
)
