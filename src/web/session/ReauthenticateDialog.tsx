import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { offerFactors, readFactors } from '#contract/second-factor.ts'
import { reauthenticate } from '#contract/session.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { useCall, useRead } from '#web/lib/endpoint-hooks.ts'
import { provePasskey } from '#web/lib/passkeys.ts'
import { registerReauthentication } from '#web/lib/reauthentication.ts'
import { renewToken } from '#web/lib/stored-user.ts'
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

/** Escape closes this dialog alone: what is open below it keeps what was entered. */
function useEscape(opened: boolean, onEscape: () => void) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!opened || event.key !== 'Escape' || event.isComposing) return
    event.stopImmediatePropagation()
    onEscape()
  })
  // Before the listeners of dialogs, which React adds later.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
}

/** Asks before a sensitive change, where the sign-in is older than a quarter of an hour; the call then goes on. */
export function ReauthenticateDialog() {
  const [opened, setOpened] = useState(false)
  const settle = useRef<(isConfirmed: boolean) => void>(undefined)

  useEffect(() => {
    const unregister = registerReauthentication(() => {
      setOpened(true)
      return new Promise((resolve) => {
        settle.current = resolve
      })
    })
    return () => {
      unregister()
      // The session ended meanwhile: nobody is left to answer.
      settle.current?.(false)
    }
  }, [])
  const lastFocus = useLastFocus(opened)
  const close = (isConfirmed: boolean) => {
    setOpened(false)
    settle.current?.(isConfirmed)
    focusOnceEnabled(lastFocus.current)
  }

  useEscape(opened, () => close(false))

  return (
    <FormDialog
      title="Please confirm that it is you"
      submitLabel="Confirm"
      isAbove
      opened={opened}
      onClose={() => close(false)}
    >
      <ConfirmForms onConfirmed={() => close(true)} />
    </FormDialog>
  )
}

const ways = {
  password: { initialValues: { currentPassword: '' }, other: 'Use a code instead' },
  code: { initialValues: { code: '' }, other: 'Use the password instead' },
} as const

function ConfirmForms({ onConfirmed }: { onConfirmed: () => void }) {
  const [way, setWay] = useState<keyof typeof ways>('password')
  const { data } = useRead(readFactors, {}, { showsFailureInline: true })
  const hasFactor = data !== undefined && (data.data.totp !== null || data.data.passkeys.length > 0)
  return (
    <>
      <ConfirmForm key={way} way={way} onConfirmed={onConfirmed} />
      {hasFactor && (
        <div className={css.others}>
          <Button size="xs" variant="subtle" onClick={() => setWay(way === 'code' ? 'password' : 'code')}>
            {ways[way].other}
          </Button>
          {data.data.passkeys.length > 0 && <PasskeyButton onConfirmed={onConfirmed} />}
        </div>
      )}
    </>
  )
}

function ConfirmForm({ way, onConfirmed }: { way: keyof typeof ways; onConfirmed: () => void }) {
  const code = useRef<HTMLInputElement>(null)
  useEffect(() => code.current?.focus(), [])
  const { field, onSubmit } = useContractForm(reauthenticate, {
    initialValues: ways[way].initialValues,
    onDone: ({ jwtToken }) => {
      renewToken(jwtToken)
      onConfirmed()
    },
  })
  return (
    <DialogForm onSubmit={onSubmit}>
      <p className={css.text}>You signed in a while ago. What you entered is kept.</p>
      {way === 'password' ? (
        <PasswordInput
          label="Current Password"
          autoComplete="current-password"
          data-autofocus
          {...field('currentPassword')}
        />
      ) : (
        <TextInput
          label="Code"
          description="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          {...field('code')}
          ref={code}
        />
      )}
    </DialogForm>
  )
}

function PasskeyButton({ onConfirmed }: { onConfirmed: () => void }) {
  const offer = useCall(offerFactors)
  const confirm = useCall(reauthenticate)
  const handleClick = async () => {
    const options = (await offer.call({}))?.data.passkey
    const passkey = options && (await provePasskey(options))
    const confirmed = passkey && (await confirm.call({ body: { passkey } }))
    if (!confirmed) return
    renewToken(confirmed.jwtToken)
    onConfirmed()
  }
  return (
    <Button
      size="xs"
      variant="subtle"
      loading={offer.busy || confirm.busy}
      onClick={() => void handleClick()}
    >
      Use a passkey
    </Button>
  )
}
