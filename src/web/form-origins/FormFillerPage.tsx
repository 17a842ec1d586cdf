import { useQueryClient } from '@tanstack/react-query'
import { TextInput, Button } from '@mantine/core'
import { listFormOrigins, addFormOrigin, removeFormOrigin, type FormOrigin } from '#contract/form-filler.ts'
import { refresh, useRead, useCall } from '#web/lib/endpoint-hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { useContractForm } from '#web/lib/contract-form.ts'
import { StackedForm } from '#web/ui/StackedForm.tsx'
import { estTimestamp } from '#contract/rules/dates.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './form-origins.module.css'

/** `/admin/form-filler`, for Admins: the official pages that the browser extension may fill (product §12). */
export function FormFillerPage() {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useRead(listFormOrigins, {}, { showsFailureInline: true })
  return (
    <>
      <PageHeading onRefresh={() => void refresh(client, [listFormOrigins])} isRefreshing={isFetching}>
        Form Filler
      </PageHeading>
      <PageColumns
        start={
          <>
            <Card title="New Official Page">
              <AddOriginForm />
            </Card>
            <Card title="How it comes to a desk">
              <ol className={`stack gap-8 small ${css.steps}`}>
                <li>
                  On the server, <code>npm run cli -- filler</code> writes the extension for the pages in this
                  list.
                </li>
                <li>
                  In Chrome, open <code>chrome://extensions</code>, turn on Developer mode and load the
                  folder.
                </li>
                <li>
                  Open the official page, then an order’s filing sheet: <b>Fill the form</b> stands at its
                  foot.
                </li>
              </ol>
              <p className={`muted small ${css.note}`}>
                It fills one traveller at a time, never submits, and each fill is recorded.
              </p>
            </Card>
          </>
        }
      >
        <Card title="Official Page List" count={data?.data.length}>
          <OriginTable origins={data?.data} failure={error} onRetry={() => void refetch()} />
        </Card>
      </PageColumns>
    </>
  )
}

function AddOriginForm() {
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

interface OriginTableProps {
  origins: readonly FormOrigin[] | undefined
  failure: CallError | null
  onRetry: () => void
}

const columns: readonly ListColumn<FormOrigin>[] = [
  { header: 'Address', render: ({ origin }) => <ExternalText>{origin}</ExternalText> },
  { header: 'Added', render: ({ created_at }) => estTimestamp(created_at), noWrap: true },
  { header: 'By', render: ({ created_by }) => <ExternalText>{created_by}</ExternalText> },
]

/** Removing a page ends its filling at once. */
function OriginTable({ origins, failure, onRetry }: OriginTableProps) {
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
      subject={failure ? { subject: 'The pages', ...failureProps(failure, onRetry) } : undefined}
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
