import { Button } from '@mantine/core'
import { useState } from 'react'
import { resetFactors } from '#contract/second-factor.ts'
import type { Member } from '#contract/session.ts'
import { endMemberSession, endMemberSessions, listMemberSessions } from '#contract/team.ts'
import { SessionTable } from '#web/account/SessionTable.tsx'
import { useCall, useRead } from '#web/lib/endpoint-hooks.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './team.module.css'

interface MemberSessionsDialogProps {
  member: Member | undefined
  onClose: () => void
}

/** The open sessions of somebody else; keeps showing them while the dialog fades out. */
export function MemberSessionsDialog({ member, onClose }: MemberSessionsDialogProps) {
  const [displayed, setDisplayed] = useState(member)
  if (member && member !== displayed) setDisplayed(member)
  return (
    <Dialog
      title={`Sessions of ${displayed?.name ?? ''}`}
      size="wide"
      opened={member !== undefined}
      onClose={onClose}
    >
      {displayed && <MemberSessions member={displayed} />}
    </Dialog>
  )
}

function MemberSessions({ member }: { member: Member }) {
  const params = { memberId: member.id }
  const refreshes = [listMemberSessions]
  const sessions = useRead(listMemberSessions, { params }, { showsFailureInline: true })
  const endOne = useCall(endMemberSession, { refreshes })
  const endAll = useCall(endMemberSessions, { refreshes })
  const reset = useCall(resetFactors, { refreshes })
  const confirm = useConfirm()
  const handleReset = async () => {
    const isConfirmed = await confirm({
      title: 'Are you sure you want to delete?',
      text: `${member.name} will be signed out everywhere and told by mail; their password alone opens the account.`,
      tone: 'red',
    })
    if (isConfirmed) showEnded(await reset.call({ params }))
  }
  return (
    <div className={css.sessions}>
      <SessionTable
        sessions={sessions.data?.data}
        failure={sessions.error}
        onRetry={() => void sessions.refetch()}
        busy={endOne.busy || endAll.busy}
        onEnd={({ id }) => void endOne.call({ params: { ...params, sessionId: id } }).then(showEnded)}
      />
      <div className={`flex wrap gap-8 ${css.buttons}`}>
        {(sessions.data?.data.length ?? 0) > 1 && (
          <Button
            variant="danger"
            loading={endAll.busy}
            onClick={() => void endAll.call({ params }).then(showEnded)}
          >
            End all sessions
          </Button>
        )}
        {sessions.data?.hasSecondFactor && (
          <Button variant="danger" loading={reset.busy} onClick={() => void handleReset()}>
            Reset second factor
          </Button>
        )}
      </div>
    </div>
  )
}

function showEnded(answer: { message: string } | null) {
  if (answer) showToast({ tone: 'good', title: answer.message })
}
