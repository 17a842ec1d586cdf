import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { changeView, listViews, pinView, type SavedView } from '#contract/views.ts'
import { queues } from '#contract/rules/queues.ts'
import { createChunk } from '#web/lib/chunk.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { LazyDropdown } from '#web/ui/LazyDropdown.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import type { ListView } from '../list/list-view.ts'
import { isChangedView } from './view-address.ts'

const chunk = createChunk(() => import('./ViewMenu.tsx'))

interface ViewActsProps {
  saved: SavedView
  view: ListView
}

export function ViewActs({ saved, view }: ViewActsProps) {
  const me = useCurrentMember()
  const [, navigate] = useLocation()
  const [isRenaming, setIsRenaming] = useState(false)
  const change = useCall(changeView, { refreshes: [listViews] })
  const pin = useCall(pinView, { refreshes: [listViews] })
  const params = { id: saved.id }
  const canChange = !saved.is_shared || me.can('shareViews')

  const saveChanges = async () => {
    const { filters, sort } = view
    const list = { queue: saved.queue, filters, sort: sort.by, order: sort.order }
    const answer = await change.call({ params, body: { list } })
    if (answer) showToast({ tone: 'good', title: answer.message })
  }
  const setPinned = async () => {
    const answer = await pin.call({ params, body: { isPinned: !saved.is_pinned } })
    if (answer) showToast({ tone: 'good', title: answer.message })
  }
  const setDeleted = async (isDeleted: boolean) => {
    const answer = await change.call({ params, body: { isDeleted } })
    if (!answer) return
    if (isDeleted) navigate(queues[saved.queue].path)
    showToast({
      tone: 'good',
      title: answer.message,
      onUndo: isDeleted ? () => void setDeleted(false) : undefined,
    })
  }

  return (
    <>
      {canChange && isChangedView(saved, view) && (
        <Button size="xs" loading={change.busy} onClick={() => void saveChanges()}>
          Save changes
        </Button>
      )}
      <LazyDropdown
        chunk={chunk}
        popup="menu"
        button={{
          variant: 'subtle',
          size: 'xs',
          title: `View ${saved.name}`,
          children: <Icon name="pen" size={13} />,
        }}
      >
        {({ ViewMenu }, dropdown) => (
          <ViewMenu
            dropdown={dropdown}
            canChange={canChange}
            isPinned={saved.is_pinned}
            onPin={() => void setPinned()}
            onRename={() => setIsRenaming(true)}
            onDelete={() => void setDeleted(true)}
          />
        )}
      </LazyDropdown>
      <RenameViewDialog saved={saved} opened={isRenaming} onClose={() => setIsRenaming(false)} />
    </>
  )
}

interface RenameViewDialogProps {
  saved: SavedView
  opened: boolean
  onClose: () => void
}

const RenameViewDialog = ({ saved, opened, onClose }: RenameViewDialogProps) => (
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
