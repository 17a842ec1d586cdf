import type { ReactNode, SubmitEventHandler } from 'react'
import css from './StackedForm.module.css'

interface StackedFormProps {
  /** Names the form, where no heading does. */
  label?: string
  onSubmit: SubmitEventHandler<HTMLFormElement>
  /** The fields, one under the other. */
  children: ReactNode
  /** The submit button, and what stands beside it. */
  buttons: ReactNode
}

/** A form whose messages are the contract's, not the browser's. */
export const StackedForm = ({ label, onSubmit, children, buttons }: StackedFormProps) => (
  <form className={css.form} aria-label={label} onSubmit={onSubmit} noValidate>
    {children}
    <div className={css.buttons}>{buttons}</div>
  </form>
)
