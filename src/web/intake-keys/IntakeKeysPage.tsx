import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { TextInput, Button } from '@mantine/core'
import { listIntakeKeys, createIntakeKey, revokeIntakeKey, type IntakeKey } from '#contract/intake-keys.ts'
import { refresh, useRead, useCall } from '#web/lib/endpoint-hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { useContractForm } from '#web/lib/contract-form.ts'
import { StackedForm } from '#web/ui/StackedForm.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { estTimestamp } from '#contract/rules/dates.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './intake-keys.module.css'

/** `/admin/intake-keys`, for Admins: the keys with which landing sites submit orders (product §5, Intake). */
export function IntakeKeysPage() {
  const client = useQueryClient()
  const [createdKey, setCreatedKey] = useState<NewKey>()
  const { data, error, isFetching, refetch } = useRead(listIntakeKeys, {}, { showsFailureInline: true })

  return (
    <>
      <PageHeading onRefresh={() => void refresh(client, [listIntakeKeys])} isRefreshing={isFetching}>
        Intake Keys
      </PageHeading>
      <PageColumns
        start={
          <Card title="New Key">
            <CreateKeyForm onCreated={setCreatedKey} />
          </Card>
        }
      >
        <Card title="Key List" count={data?.data.length}>
          <KeyTable keys={data?.data} failure={error} onRetry={() => void refetch()} />
        </Card>
      </PageColumns>
      <NewKeyDialog createdKey={createdKey} onClose={() => setCreatedKey(undefined)} />
    </>
  )
}

function CreateKeyForm({ onCreated }: { onCreated: (created: NewKey) => void }) {
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

interface NewKey {
  name: string
  key: string
}

interface NewKeyDialogProps {
  createdKey: NewKey | undefined
  onClose: () => void
}

/** The only place that shows a key; keeps it while the dialog fades out. */
function NewKeyDialog({ createdKey, onClose }: NewKeyDialogProps) {
  const [displayedKey, setDisplayedKey] = useState(createdKey)
  if (createdKey && createdKey !== displayedKey) setDisplayedKey(createdKey)
  return (
    <Dialog
      title={`Intake key ${displayedKey?.name ?? ''}`}
      opened={createdKey !== undefined}
      onClose={onClose}
    >
      {displayedKey && <CopyableKey key={displayedKey.key} value={displayedKey.key} />}
    </Dialog>
  )
}

function CopyableKey({ value }: { value: string }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <p className={`muted ${css.text}`}>This key is shown only once. Copy it now and keep it secret.</p>
      <div className="flex wrap gap-8">
        <TextInput
          ref={field}
          className={css.key}
          aria-label="Key"
          value={value}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton data-autofocus variant="filled" text={value} label="Copy" shown={field} />
      </div>
    </>
  )
}

interface KeyTableProps {
  keys: readonly IntakeKey[] | undefined
  failure: CallError | null
  onRetry: () => void
}

const columns: readonly ListColumn<IntakeKey>[] = [
  {
    header: 'Name, domains',
    render: ({ name, domains }) => (
      <>
        <ExternalText>{name}</ExternalText>
        {(domains ?? ['All sites']).map((domain) => (
          <span key={domain} className={`muted small ${css.domains}`}>
            {domain}
          </span>
        ))}
      </>
    ),
  },
  { header: 'Created', render: ({ created_at }) => estTimestamp(created_at) },
  { header: 'Last used', render: ({ last_used_at }) => estTimestamp(last_used_at) },
  { header: 'Revoked', render: ({ revoked_at }) => estTimestamp(revoked_at) },
]

function KeyTable({ keys, failure, onRetry }: KeyTableProps) {
  const confirm = useConfirm()
  const { call, busy } = useCall(revokeIntakeKey, { refreshes: [listIntakeKeys] })

  const handleRevoke = async ({ id, name }: IntakeKey) => {
    const isConfirmed = await confirm({
      title: 'Are you sure you want to delete?',
      text: `The key ${name} stops working now and for good. Whatever uses it can no longer send orders.`,
      tone: 'red',
    })
    if (!isConfirmed) return
    const answer = await call({ params: { id } })
    if (answer) showToast({ tone: 'good', title: answer.message })
  }

  return (
    <ListTable
      label="Key List"
      columns={columns}
      rows={keys}
      rowKey={({ id }) => id}
      subject={failure ? { subject: 'The keys', ...failureProps(failure, onRetry) } : undefined}
      actions={revokeButton(busy, (key) => void handleRevoke(key))}
    />
  )
}

const revokeButton = (busy: boolean, onRevoke: (key: IntakeKey) => void) => (key: IntakeKey) =>
  key.revoked_at === null && (
    <Button
      size="xs"
      variant="danger"
      disabled={busy}
      aria-label={`Revoke ${key.name}`}
      onClick={() => onRevoke(key)}
    >
      Revoke
    </Button>
  )
