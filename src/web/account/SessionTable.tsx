import { Button } from '@mantine/core'
import { estTimestamp } from '#contract/rules/dates.ts'
import type { Session } from '#contract/session.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { Tag } from '#web/ui/Tag.tsx'

interface SessionTableProps {
  sessions: readonly Session[] | undefined
  failure: CallError | null
  onRetry: () => void
  busy: boolean
  onEnd: (session: Session) => void
}

const deviceName = ({ browser, os }: Session) => [browser, os].filter(Boolean).join(', ') || 'Unknown device'

const columns: readonly ListColumn<Session>[] = [
  {
    header: 'Device',
    render: (session) => (
      <>
        {deviceName(session)} {session.is_current && <Tag>This one</Tag>}
      </>
    ),
  },
  { header: 'Address', render: ({ ip }) => ip },
  { header: 'Signed in', render: ({ created_at }) => estTimestamp(created_at) },
  { header: 'Last seen', render: ({ last_seen_at }) => estTimestamp(last_seen_at) },
]

export function SessionTable({ sessions, failure, onRetry, busy, onEnd }: SessionTableProps) {
  return (
    <ListTable
      label="Sessions"
      columns={columns}
      rows={sessions}
      rowKey={({ id }) => id}
      subject={failure ? { subject: 'The sessions', ...failureProps(failure, onRetry) } : undefined}
      actions={endButton(busy, onEnd)}
    />
  )
}

const endButton = (busy: boolean, onEnd: (session: Session) => void) => (session: Session) => (
  <Button
    size="xs"
    variant="danger"
    disabled={busy}
    aria-label={`End the session of ${deviceName(session)}, ${session.ip}`}
    onClick={() => onEnd(session)}
  >
    End session
  </Button>
)
