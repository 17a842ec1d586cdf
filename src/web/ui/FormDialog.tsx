import { Button } from '@mantine/core'
import { createContext, use, useId, type ComponentProps, type ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import css from './dialogs.module.css'

/** The id by which the submit button below the form belongs to it. */
const FormIdContext = createContext<string | undefined>(undefined)

interface FormDialogProps {
  title: string
  size?: ComponentProps<typeof Dialog>['size']
  /** What the filled button says; without it the dialog only tells. */
  submitLabel: string | null
  isAbove?: boolean
  opened: boolean
  onClose: () => void
  /** A component with a DialogForm: it is mounted for as long as the dialog is open, and begins with what is stored now. */
  children: ReactNode
}

/** A dialog with one form, and below it Cancel and the button that submits it. */
export function FormDialog({
  title,
  size = 'form',
  submitLabel,
  isAbove = false,
  opened,
  onClose,
  children,
}: FormDialogProps) {
  const formId = useId()
  return (
    <FormIdContext value={formId}>
      <Dialog
        title={title}
        size={size}
        isAbove={isAbove}
        opened={opened}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{submitLabel === null ? 'Close' : 'Cancel'}</Button>
            {submitLabel !== null && (
              <Button variant="filled" type="submit" form={formId}>
                {submitLabel}
              </Button>
            )}
          </>
        }
      >
        {children}
      </Dialog>
    </FormIdContext>
  )
}

/** The form of a FormDialog: its lines one below the other. */
export const DialogForm = (props: Pick<ComponentProps<'form'>, 'onSubmit' | 'children'>) => (
  <form id={use(FormIdContext)} className={css.form} noValidate {...props} />
)
