import { Button } from '@mantine/core'
import type { ReactNode, SubmitEventHandler } from 'react'
import css from './fields.module.css'

interface StackedFormProps {
  /** For a form without a heading. */
  label?: string
  onSubmit: SubmitEventHandler<HTMLFormElement>
  /** Null for a form without a submit button. */
  submitLabel: string | null
  busy: boolean
  otherButtons?: ReactNode
  children: ReactNode
}

/** The contract's messages replace the browser's. */
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
