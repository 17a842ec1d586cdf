import { Textarea } from '@mantine/core'
import { closeRequest, type PrivacyRequest } from '#contract/privacy.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useState, type FormEvent } from 'react'
import { requestReads } from './request-reads.ts'

interface CloseDialogProps {
  request: PrivacyRequest
  opened: boolean
  onClose: () => void
}

/** Says to the customer what was done, and closes the request. */
export function CloseDialog({ request, opened, onClose }: CloseDialogProps) {
  return (
    <FormDialog title="Close the request" submitLabel="Close request" opened={opened} onClose={onClose}>
      <CloseForm request={request} onDone={onClose} />
    </FormDialog>
  )
}

function CloseForm({ request: { id, email }, onDone }: { request: PrivacyRequest; onDone: () => void }) {
  const [text, setText] = useState('')
  const { call, busy } = useCall(closeRequest, { refreshes: requestReads })
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const answer = await call({ params: { id }, body: { text } })
    if (!answer) return
    onDone()
    showToast({ tone: 'good', title: answer.message })
  }
  return (
    <DialogForm onSubmit={(event) => void handleSubmit(event)}>
      <Textarea
        label={email ? `To ${email}` : 'To the customer'}
        description="What was done, in the customer’s language. Left empty, no mail is sent."
        rows={8}
        dir="auto"
        data-autofocus
        readOnly={busy}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </DialogForm>
  )
}
