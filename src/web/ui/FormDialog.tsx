import { Button } from '@mantine/core'
import { createContext, use, useId, type ComponentProps, type ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import css from './dialogs.module.css'

/** Connects the submit button, which is outside the form. */
const FormIdContext = createContext<string | undefined>(undefined)

interface FormDialogProps {
  title: string
  size?: ComponentProps<typeof Dialog>['size']
  submitLabel: string | null
  isAbove?: boolean
  opened: boolean
  onClose: () => void
  /** A DialogForm; mounted while the dialog is open, so that it starts with the stored values. */
  children: ReactNode
}

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

export const DialogForm = (props: Pick<ComponentProps<'form'>, 'onSubmit' | 'children'>) => (
  <form id={use(FormIdContext)} className={css.form} noValidate {...props} />
)
