import { useLocation } from 'wouter'
import { signInPath } from '#contract/rules/staff-addresses.ts'
import { listSessions, revokeSession, type Session } from '#contract/session.ts'
import { useCall, useRead } from '#web/lib/endpoint-hooks.ts'
import { removeUser } from '#web/lib/stored-user.ts'
import { Card } from '#web/ui/Card.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { SessionTable } from './SessionTable.tsx'

/** The member's own sessions; ending the current one signs out. */
export function OwnSessions() {
  const [, navigate] = useLocation()
  const sessions = useRead(listSessions, {}, { showsFailureInline: true })
  const { call, busy } = useCall(revokeSession, { refreshes: [listSessions] })

  const handleEnd = async ({ id, is_current }: Session) => {
    const answer = await call({ params: { id } })
    if (!answer) return
    showToast({ tone: 'good', title: answer.message })
    if (!is_current) return
    navigate(signInPath, { replace: true })
    removeUser()
  }

  return (
    <Card title="Sessions" count={sessions.data?.data.length}>
      <SessionTable
        sessions={sessions.data?.data}
        failure={sessions.error}
        onRetry={() => void sessions.refetch()}
        busy={busy}
        onEnd={(session) => void handleEnd(session)}
      />
    </Card>
  )
}
