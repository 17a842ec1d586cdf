import { TextInput } from '@mantine/core'
import { createIntakeKey, listIntakeKeys } from '#contract/intake-keys.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { StackedForm } from '#web/ui/StackedForm.tsx'
import type { NewKey } from './NewKeyDialog.tsx'

export function CreateKeyForm({ onMade: onCreated }: { onMade: (made: NewKey) => void }) {
  const { field, reset, onSubmit, busy } = useContractForm(createIntakeKey, {
    initialValues: { name: '', domains: '' },
    refreshes: [listIntakeKeys],
    onDone: ({ data }) => {
      reset()
      onCreated(data)
    },
  })
  return (
    <StackedForm label="New Key" onSubmit={onSubmit} submitLabel="Create Key" busy={busy}>
      <TextInput
        label="Name"
        description="The landing site or program that uses the key. Order histories show this name."
        autoComplete="off"
        {...field('name')}
      />
      <TextInput
        label="Domains"
        description="It sends orders of these, of what stands below them, and of no others."
        placeholder="arrival.example.com"
        autoComplete="off"
        {...field('domains')}
      />
    </StackedForm>
  )
}
