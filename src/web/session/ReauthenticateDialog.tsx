import { PasswordInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { reauthenticate } from '#contract/session.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { registerReauthentication } from '#web/lib/reauthentication.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import css from './ReauthenticateDialog.module.css'

const maxFrames = 60

/** The button that was pressed cannot be focused before its call has ended. */
function focusOnceEnabled(element: Element | undefined, framesLeft = maxFrames) {
  if (!(element instanceof HTMLElement)) return
  if (element.matches(':disabled') && framesLeft > 0)
    requestAnimationFrame(() => focusOnceEnabled(element, framesLeft - 1))
  else element.focus()
}

/** What had the focus last, as long as nothing is asked. */
function useLastFocus(isAsking: boolean) {
  const last = useRef<Element>(undefined)
  useEffect(() => {
    if (isAsking) return undefined
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) last.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [isAsking])
  return last
}

/** Asks before a sensitive change, where the sign-in is older than a quarter of an hour; the call then goes on. */
export function ReauthenticateDialog() {
  const [opened, setOpened] = useState(false)
  const settle = useRef<(isConfirmed: boolean) => void>(undefined)

  useEffect(
    () =>
      registerReauthentication(() => {
        setOpened(true)
        return new Promise((resolve) => {
          settle.current = resolve
        })
      }),
    [],
  )
  const lastFocus = useLastFocus(opened)
  const close = (isConfirmed: boolean) => {
    setOpened(false)
    settle.current?.(isConfirmed)
    focusOnceEnabled(lastFocus.current)
  }

  return (
    <FormDialog
      title="Please confirm that it is you"
      submitLabel="Confirm"
      opened={opened}
      onClose={() => close(false)}
    >
      <PasswordForm onConfirmed={() => close(true)} />
    </FormDialog>
  )
}

function PasswordForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { field, onSubmit } = useContractForm(reauthenticate, {
    initialValues: { currentPassword: '' },
    onDone: onConfirmed,
  })
  return (
    <DialogForm onSubmit={onSubmit}>
      <p className={css.text}>You signed in a while ago. What you entered is kept.</p>
      <PasswordInput label="Current Password" autoComplete="current-password" {...field('currentPassword')} />
    </DialogForm>
  )
}
