import { Checkbox, TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import { listViews, saveView } from '#contract/views.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { formatListView, type ListView } from '../list/list-view.ts'

interface SaveViewDialogProps {
  queue: QueueName
  view: ListView
  opened: boolean
  onClose: () => void
}

/** Gives the list as it is narrowed and sorted now a name. What is searched for is not kept. */
export const SaveViewDialog = ({ opened, onClose, ...props }: SaveViewDialogProps) => (
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
