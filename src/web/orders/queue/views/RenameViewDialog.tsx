import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { changeView, listViews, type SavedView } from '#contract/views.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'

interface RenameViewDialogProps {
  saved: SavedView
  opened: boolean
  onClose: () => void
}

export const RenameViewDialog = ({ saved, opened, onClose }: RenameViewDialogProps) => (
  <FormDialog title="Rename view" submitLabel="Rename" opened={opened} onClose={onClose}>
    <RenameForm saved={saved} onClose={onClose} />
  </FormDialog>
)

function RenameForm({ saved, onClose }: Omit<RenameViewDialogProps, 'opened'>) {
  const [name, setName] = useState(saved.name)
  const [error, setError] = useState('')
  const { call } = useCall(changeView, {
    refreshes: [listViews],
    onError: ({ message }) => {
      setError(message)
      return true
    },
  })
  const rename = async () => {
    const answer = await call({ params: { id: saved.id }, body: { name } })
    if (!answer) return
    onClose()
    showToast({ tone: 'good', title: answer.message })
  }
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault()
        void rename()
      }}
    >
      <TextInput
        label="Name"
        autoComplete="off"
        data-autofocus
        value={name}
        error={error}
        onChange={({ currentTarget }) => {
          setError('')
          setName(currentTarget.value)
        }}
      />
    </DialogForm>
  )
}
