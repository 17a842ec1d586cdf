import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { estTimestamp } from '#contract/rules/dates.ts'
import { staffPaths } from '#contract/rules/staff-addresses.ts'
import { listSessions, revokeSession, type Session } from '#contract/session.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { removeUser } from '#web/lib/stored-user.ts'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { showToast } from '#web/ui/toast.tsx'

interface SessionTableProps {
  sessions: readonly Session[] | undefined
  failure: CallError | null
  onRetry: () => void
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

/** The member's own sessions; each can be ended, and ending the current one signs out. */
export function SessionTable({ sessions, failure, onRetry }: SessionTableProps) {
  const [, navigate] = useLocation()
  const { call, busy } = useCall(revokeSession, { refreshes: [listSessions] })

  const handleEnd = async ({ id, is_current }: Session) => {
    const answer = await call({ params: { id } })
    if (!answer) return
    showToast({ tone: 'good', title: answer.message })
    if (!is_current) return
    navigate(staffPaths.signIn, { replace: true })
    removeUser()
  }

  return (
    <ListTable
      label="Sessions"
      columns={columns}
      rows={sessions}
      rowKey={({ id }) => id}
      subject={
        failure
          ? { subject: 'The sessions', message: failure.message, requestId: failure.requestId, onRetry }
          : undefined
      }
      actions={endButton(busy, (session) => void handleEnd(session))}
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
