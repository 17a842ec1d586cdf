import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { beginTotp, confirmTotp, readFactors } from '#contract/second-factor.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { qrImageUrl } from '#web/lib/qr-image.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './second-factor.module.css'

interface NewSecret {
  secret: string
  qr: { size: number; path: string } | null
}

/** Shows a new secret, then asks for a code from it. */
export function SetUpTotp({ onDone }: { onDone: (recoveryCodes: string[]) => void }) {
  const [secret, setSecret] = useState<NewSecret>()
  const [opened, setOpened] = useState(false)
  const { call, busy } = useCall(beginTotp)
  const handleBegin = async () => {
    const answer = await call({})
    if (!answer) return
    setSecret(answer.data)
    setOpened(true)
  }
  return (
    <>
      <Button variant="filled" loading={busy} onClick={() => void handleBegin()}>
        Set up an authenticator app
      </Button>
      <FormDialog
        title="Set up an authenticator app"
        submitLabel="Confirm"
        opened={opened}
        onClose={() => setOpened(false)}
      >
        {secret && (
          <ConfirmForm
            secret={secret}
            onDone={(recoveryCodes) => {
              setOpened(false)
              onDone(recoveryCodes)
            }}
          />
        )}
      </FormDialog>
    </>
  )
}

function ConfirmForm({ secret, onDone }: { secret: NewSecret; onDone: (recoveryCodes: string[]) => void }) {
  const { field, onSubmit } = useContractForm(confirmTotp, {
    initialValues: { code: '' },
    refreshes: [readFactors],
    onDone: ({ data, message }) => {
      showToast({ tone: 'good', title: message })
      onDone(data.recoveryCodes)
    },
  })
  return (
    <DialogForm onSubmit={onSubmit}>
      <p className="muted">Scan this with your authenticator app, then enter the code that it shows.</p>
      {secret.qr && (
        <img
          className={css.qr}
          src={qrImageUrl(secret.qr)}
          alt="QR code for the authenticator app"
          width={200}
          height={200}
        />
      )}
      <p className="muted">
        Where the app cannot scan, enter this secret:{' '}
        <code className={css.secret}>{secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <TextInput
        label="Code"
        data-autofocus
        autoComplete="one-time-code"
        inputMode="numeric"
        {...field('code')}
      />
    </DialogForm>
  )
}
