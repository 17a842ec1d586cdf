import { Button, PasswordInput, Skeleton, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { offerFactors, readFactors } from '#contract/second-factor.ts'
import { reauthenticate } from '#contract/session.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { useCall, useRead } from '#web/lib/endpoint-hooks.ts'
import { provePasskey } from '#web/lib/passkeys.ts'
import { renewToken } from '#web/lib/stored-user.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import css from './session.module.css'

interface ConfirmSignInDialogProps {
  opened: boolean
  onClose: () => void
  onConfirmed: () => void
}

/** Renews the token after a password, a code or a passkey. */
export function ConfirmSignInDialog({ opened, onClose, onConfirmed }: ConfirmSignInDialogProps) {
  return (
    <FormDialog
      title="Please confirm that it is you"
      submitLabel="Confirm"
      isAbove
      opened={opened}
      onClose={onClose}
    >
      <ConfirmForms onConfirmed={onConfirmed} />
    </FormDialog>
  )
}

type Way = 'password' | 'code'
const initialValues = { password: { currentPassword: '' }, code: { code: '' } } as const

/** A member with a second factor confirms by it instead of the password. */
function ConfirmForms({ onConfirmed }: { onConfirmed: () => void }) {
  const { data, error } = useRead(readFactors, {}, { showsFailureInline: true })
  if (!data && !error) return <Skeleton h={96} />
  const passkeys = data?.data.passkeys ?? []
  const hasFactor = data !== undefined && (data.data.totp !== null || passkeys.length > 0)
  return (
    <>
      <ConfirmForm way={hasFactor ? 'code' : 'password'} onConfirmed={onConfirmed} />
      {passkeys.length > 0 && (
        <div className={`flex wrap gap-4 ${css.others}`}>
          <PasskeyButton onConfirmed={onConfirmed} />
        </div>
      )}
    </>
  )
}

function ConfirmForm({ way, onConfirmed }: { way: Way; onConfirmed: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const { field, onSubmit } = useContractForm(reauthenticate, {
    initialValues: initialValues[way],
    onDone: ({ jwtToken }) => {
      renewToken(jwtToken)
      onConfirmed()
    },
  })
  return (
    <DialogForm onSubmit={onSubmit}>
      <p className="muted">You signed in a while ago. What you entered is kept.</p>
      {way === 'password' ? (
        <PasswordInput
          label="Current Password"
          autoComplete="current-password"
          {...field('currentPassword')}
          ref={input}
        />
      ) : (
        <TextInput
          label="Code"
          description="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          {...field('code')}
          ref={input}
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
