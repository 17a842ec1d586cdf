import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { offerFactors, readFactors } from '#contract/second-factor.ts'
import { reauthenticate } from '#contract/session.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { useCall, useRead } from '#web/lib/endpoint-hooks.ts'
import { provePasskey } from '#web/lib/passkeys.ts'
import { renewToken } from '#web/lib/stored-user.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import css from './ConfirmSignInDialog.module.css'

interface ConfirmSignInDialogProps {
  opened: boolean
  onClose: () => void
  onConfirmed: () => void
}

/** Asks for the password, a code or a passkey, and renews the token by it. */
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
