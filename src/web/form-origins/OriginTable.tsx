import { Button } from '@mantine/core'
import { addFormOrigin, listFormOrigins, removeFormOrigin, type FormOrigin } from '#contract/form-filler.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { showToast } from '#web/ui/toast.tsx'

interface OriginTableProps {
  origins: readonly FormOrigin[] | undefined
  failure: CallError | null
  onRetry: () => void
}

const columns: readonly ListColumn<FormOrigin>[] = [
  { header: 'Address', render: ({ origin }) => <bdi>{origin}</bdi> },
  { header: 'Added', render: ({ created_at }) => estTimestamp(created_at), noWrap: true },
  { header: 'By', render: ({ created_by }) => <bdi>{created_by}</bdi> },
]

/** The official pages; removing one ends at once what the extension may fill there. */
export function OriginTable({ origins, failure, onRetry }: OriginTableProps) {
  const { call: callRemove, busy } = useCall(removeFormOrigin, { refreshes: [listFormOrigins] })
  const { call: callAdd } = useCall(addFormOrigin, { refreshes: [listFormOrigins] })
  const remove = async ({ id, origin }: FormOrigin) => {
    const answer = await callRemove({ params: { id } })
    if (!answer) return
    showToast({ tone: 'good', title: answer.message, onUndo: () => void callAdd({ body: { origin } }) })
  }
  return (
    <ListTable
      label="Official Page List"
      columns={columns}
      rows={origins}
      rowKey={({ id }) => id}
      subject={
        failure
          ? { subject: 'The pages', message: failure.message, requestId: failure.requestId, onRetry }
          : undefined
      }
      actions={removeButton(busy, (origin) => void remove(origin))}
    />
  )
}

const removeButton = (busy: boolean, onRemove: (origin: FormOrigin) => void) => (origin: FormOrigin) => (
  <Button
    size="xs"
    variant="danger"
    disabled={busy}
    aria-label={`Remove ${origin.origin}`}
    onClick={() => onRemove(origin)}
  >
    Remove
  </Button>
)
