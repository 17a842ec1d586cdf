import { TextInput } from '@mantine/core'
import { addFormOrigin, listFormOrigins } from '#contract/form-filler.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { StackedForm } from '#web/ui/StackedForm.tsx'

export function AddOriginForm() {
  const { field, reset, onSubmit, busy } = useContractForm(addFormOrigin, {
    initialValues: { origin: '' },
    refreshes: [listFormOrigins],
    onDone: () => reset(),
  })
  return (
    <StackedForm label="New Official Page" onSubmit={onSubmit} submitLabel="Add Page" busy={busy}>
      <TextInput
        label="Address"
        description="Scheme and host alone, as the browser shows them."
        placeholder="https://form.example"
        autoComplete="off"
        inputMode="url"
        {...field('origin')}
      />
    </StackedForm>
  )
}
