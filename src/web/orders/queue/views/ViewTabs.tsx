import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { type SavedView, listViews, saveView } from '#contract/views.ts'
import { type QueueName, queues } from '#contract/rules/queues.ts'
import { Count } from '#web/ui/Count.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useContractForm } from '#web/lib/contract-form.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { type ListView, formatListView } from '../list/list-view.ts'
import { useViews } from './use-views.ts'
import { viewAddress } from './view-address.ts'
import { ViewActs } from './ViewActs.tsx'
import css from './views.module.css'

export interface ViewTabsProps {
  queue: QueueName
  view: ListView
}

export function ViewTabs({ queue, view }: ViewTabsProps) {
  const [isSaving, setIsSaving] = useState(false)
  const views = (useViews() ?? []).filter((saved) => saved.queue === queue)
  const current = views.find(({ id }) => id === view.savedView)
  return (
    <nav className={`row gap-2 ${css.views}`} aria-label="Views" data-empty={views.length === 0 || undefined}>
      <Link
        className={`inline-row gap-6 rigid muted small ${css.view}`}
        href={queues[queue].path}
        aria-current={current ? undefined : 'page'}
      >
        All
      </Link>
      {views.map((saved) => (
        <ViewLink key={saved.id} saved={saved} isCurrent={saved === current} />
      ))}
      {current && <ViewActs key={current.id} saved={current} view={view} />}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<Icon name="plus" size={13} />}
        onClick={() => setIsSaving(true)}
      >
        Save view
      </Button>
      <SaveViewDialog queue={queue} view={view} opened={isSaving} onClose={() => setIsSaving(false)} />
    </nav>
  )
}

const ViewLink = ({ saved, isCurrent }: { saved: SavedView; isCurrent: boolean }) => (
  <Link
    className={`inline-row gap-6 rigid muted small ${css.view}`}
    href={viewAddress(saved)}
    aria-current={isCurrent ? 'page' : undefined}
    title={saved.is_shared ? 'Belongs to all' : undefined}
  >
    {saved.is_shared && <Icon name="users" size={13} />}
    {saved.name} <Count value={saved.count} hasMore={saved.more} className={`faint ${css.count}`} />
  </Link>
)

interface SaveViewDialogProps {
  queue: QueueName
  view: ListView
  opened: boolean
  onClose: () => void
}

const SaveViewDialog = ({ opened, onClose, ...props }: SaveViewDialogProps) => (
  <FormDialog title="Save view" submitLabel="Save view" opened={opened} onClose={onClose}>
    <SaveViewForm {...props} onClose={onClose} />
  </FormDialog>
)

function SaveViewForm({ queue, view, onClose }: Omit<SaveViewDialogProps, 'opened'>) {
  const me = useCurrentMember()
  const [path, navigate] = useLocation()
  const { filters, sort } = view
  const { field, values, setValue, onSubmit } = useContractForm(saveView, {
    initialValues: {
      name: '',
      queue,
      filters,
      sort: sort.by,
      order: sort.order,
      isShared: false,
      isPinned: true,
    },
    refreshes: [listViews],
    onDone: ({ message, data }) => {
      onClose()
      navigate(path + formatListView({ ...view, q: '', page: 1, savedView: data.id }), { replace: true })
      showToast({ tone: 'good', title: message })
    },
  })
  return (
    <DialogForm onSubmit={onSubmit}>
      <TextInput
        label="Name"
        description="The queue, its filters and its order are saved; what is searched for is not."
        autoComplete="off"
        data-autofocus
        {...field('name')}
      />
      <Checkbox
        label="In the sidebar, with its count"
        checked={values.isPinned}
        onChange={({ currentTarget }) => setValue('isPinned', currentTarget.checked)}
      />
      {me.can('shareViews') && (
        <Checkbox
          label="For all members"
          checked={values.isShared}
          onChange={({ currentTarget }) => setValue('isShared', currentTarget.checked)}
        />
      )}
    </DialogForm>
  )
}
