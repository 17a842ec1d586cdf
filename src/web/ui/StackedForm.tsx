import { Button } from '@mantine/core'
import type { ReactNode, SubmitEventHandler } from 'react'
import css from './fields.module.css'

interface StackedFormProps {
  /** Names the form, where no heading does. */
  label?: string
  onSubmit: SubmitEventHandler<HTMLFormElement>
  /** Of the button that submits; without it the form only tells. */
  submitLabel: string | null
  busy: boolean
  /** Beside that button. */
  otherButtons?: ReactNode
  /** The fields, one under the other. */
  children: ReactNode
}

/** A form whose messages are the contract's, not the browser's. */
export const StackedForm = ({
  label,
  onSubmit,
  submitLabel,
  busy,
  otherButtons,
  children,
}: StackedFormProps) => (
  <form className={css.form} aria-label={label} onSubmit={onSubmit} noValidate>
    {children}
    {submitLabel !== null && (
      <div className={`flex wrap gap-8 ${css.buttons}`}>
        <Button type="submit" variant="filled" loading={busy}>
          {submitLabel}
        </Button>
        {otherButtons}
      </div>
    )}
  </form>
)
