import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { addPasskey, beginPasskey, readFactors } from '#contract/second-factor.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { makePasskey } from '#web/lib/passkeys.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'

export function AddPasskey({ onDone }: { onDone: (recoveryCodes: string[]) => void }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button onClick={() => setOpened(true)}>Add a passkey</Button>
      <FormDialog title="Add a passkey" submitLabel="Add" opened={opened} onClose={() => setOpened(false)}>
        <PasskeyForm
          onDone={(recoveryCodes) => {
            setOpened(false)
            onDone(recoveryCodes)
          }}
        />
      </FormDialog>
    </>
  )
}

function PasskeyForm({ onDone }: { onDone: (recoveryCodes: string[]) => void }) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const begin = useCall(beginPasskey)
  const add = useCall(addPasskey, {
    refreshes: [readFactors],
    form: { fields: () => ['name'], setErrors: ({ name: message }) => setError(message) },
  })

  const handleSubmit = async () => {
    if (name.trim() === '') return setError('Please enter a name.')
    const options = await begin.call({})
    const credential = options && (await makePasskey(options.data))
    const answer = credential && (await add.call({ body: { name, credential } }))
    if (!answer) return
    showToast({ tone: 'good', title: answer.message })
    onDone(answer.data.recoveryCodes)
  }

  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault()
        if (!begin.busy && !add.busy) void handleSubmit()
      }}
    >
      <p className="muted">
        Your browser then asks for your fingerprint, your face, a PIN or a security key.
      </p>
      <TextInput
        label="Name"
        description="Such as the device that it is on."
        autoComplete="off"
        value={name}
        error={error}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value)
          setError(undefined)
        }}
      />
    </DialogForm>
  )
}
