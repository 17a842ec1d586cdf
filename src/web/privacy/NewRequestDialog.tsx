import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { createRequest } from '#contract/privacy.ts'
import { requestChannels, requestKinds } from '#contract/rules/privacy.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './privacy.module.css'
import { channelLabels, kindLabels } from './request-labels.ts'
import { requestReads } from './request-reads.ts'

interface NewRequestDialogProps {
  opened: boolean
  onClose: () => void
  onCreated: (id: string) => void
}

/** Records what a customer asked. */
export function NewRequestDialog({ opened, onClose, onCreated }: NewRequestDialogProps) {
  return (
    <FormDialog title="New request" submitLabel="Record" opened={opened} onClose={onClose}>
      <NewRequestForm onCreated={onCreated} />
    </FormDialog>
  )
}

const channelOptions = requestChannels.map((value) => ({ value, label: channelLabels[value] }))

function NewRequestForm({ onCreated }: Pick<NewRequestDialogProps, 'onCreated'>) {
  const { field, onSubmit, busy } = useContractForm(createRequest, {
    initialValues: { email: '', orderId: '', kinds: [], channel: 'e-mail', askedAt: '', text: '' },
    refreshes: requestReads,
    onDone: ({ message, data }) => {
      showToast({ tone: 'good', title: message })
      onCreated(data.id)
    },
  })
  return (
    <DialogForm onSubmit={onSubmit}>
      <TextInput label="E-mail" data-autofocus autoComplete="off" readOnly={busy} {...field('email')} />
      <TextInput
        label="Or order ID"
        inputMode="numeric"
        autoComplete="off"
        readOnly={busy}
        {...field('orderId')}
      />
      <Checkbox.Group label="Asked" {...field('kinds')}>
        <div className={`flex wrap ${css.kinds}`}>
          {requestKinds.map((kind) => (
            <Checkbox key={kind} value={kind} label={kindLabels[kind]} />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect label="How it came" data={channelOptions} {...field('channel')} />
      <DateField label="When, in EST (empty: now)" kind="dateTime" readOnly={busy} {...field('askedAt')} />
      <Textarea label="In the customer’s words" rows={3} dir="auto" readOnly={busy} {...field('text')} />
    </DialogForm>
  )
}
