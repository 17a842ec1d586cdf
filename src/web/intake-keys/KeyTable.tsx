import { Button } from '@mantine/core'
import { listIntakeKeys, revokeIntakeKey, type IntakeKey } from '#contract/intake-keys.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './intake-keys.module.css'

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
        <bdi>{name}</bdi>
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

/** Every key ever created; those still valid can be revoked. */
export function KeyTable({ keys, failure, onRetry }: KeyTableProps) {
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
      subject={
        failure
          ? { subject: 'The keys', message: failure.message, requestId: failure.requestId, onRetry }
          : undefined
      }
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
