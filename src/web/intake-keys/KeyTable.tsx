import { Button } from '@mantine/core'
import { listIntakeKeys, revokeIntakeKey, type IntakeKey } from '#contract/intake-keys.ts'
import { estDateTime, type Instant } from '#contract/rules/dates.ts'
import { missing } from '#contract/rules/missing.ts'
import type { CallRefused } from '#web/lib/call-refused.ts'
import { useCall } from '#web/lib/hooks.ts'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { showToast } from '#web/ui/toast.tsx'

interface KeyTableProps {
  keys: readonly IntakeKey[] | undefined
  failure: CallRefused | null
  onRetry: () => void
}

const time = (at: Instant | null) => (at ? `${estDateTime(at)} EST` : missing)

const columns: readonly ListColumn<IntakeKey>[] = [
  { head: 'Name', render: ({ name }) => <bdi>{name}</bdi> },
  { head: 'Created', render: ({ created_at }) => time(created_at), tight: true },
  { head: 'Last used', render: ({ last_used_at }) => time(last_used_at), tight: true },
  { head: 'Revoked', render: ({ revoked_at }) => time(revoked_at), tight: true },
]

/** Every key there was; those that open something can be revoked. */
export function KeyTable({ keys, failure, onRetry }: KeyTableProps) {
  const confirm = useConfirm()
  const { run, busy } = useCall(revokeIntakeKey, { refreshes: [listIntakeKeys] })

  const revoke = async ({ id, name }: IntakeKey) => {
    const yes = await confirm({
      title: 'Are you sure you want to delete?',
      text: `Whoever uses the key ${name} brings no orders any more, from now on and for good.`,
      tone: 'red',
    })
    if (!yes) return
    const answer = await run({ params: { id } })
    if (answer) showToast({ tone: 'good', title: answer.message })
  }

  return (
    <ListTable
      label="Key List"
      columns={columns}
      rows={keys}
      rowKey={({ id }) => id}
      failure={
        failure
          ? { what: 'The keys', message: failure.message, requestId: failure.requestId, onRetry }
          : undefined
      }
      actions={revokeButton(busy, (key) => void revoke(key))}
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
