import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { teamMemberPath } from '#contract/rules/staff-addresses.ts'
import type { Member } from '#contract/session.ts'
import {
  deleteTeamMember,
  listTeam,
  endMemberSession,
  endMemberSessions,
  listMemberSessions,
} from '#contract/team.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { useCall, useRead } from '#web/lib/endpoint-hooks.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { useCurrentMember, type CurrentMember } from '#web/session/auth.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { resetFactors } from '#contract/second-factor.ts'
import { SessionTable } from '#web/account/SessionTable.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { canChangeMember, canRemoveMember } from './member-permissions.ts'
import css from './team.module.css'

interface TeamTableProps {
  members: readonly Member[] | undefined
  failure: CallError | null
  onRetry: () => void
  onDeleted: (id: number) => void
}

export function TeamTable({ members, failure, onRetry, onDeleted }: TeamTableProps) {
  const me = useCurrentMember()
  const confirm = useConfirm()
  const [sessionsOf, setSessionsOf] = useState<Member>()
  const { call, busy } = useCall(deleteTeamMember, { refreshes: [listTeam] })

  const columns: readonly ListColumn<Member>[] = [
    {
      header: 'Name',
      render: ({ id, name }) => (
        <>
          <ExternalText>{name}</ExternalText> {id === me.id && <Tag>You</Tag>}
        </>
      ),
    },
    { header: 'Email', render: ({ email }) => <ExternalText>{email}</ExternalText> },
    { header: 'Member Role', render: ({ type }) => type },
  ]

  const handleDelete = async ({ id, name }: Member) => {
    const isConfirmed = await confirm({
      title: 'Are you sure you want to delete?',
      text: `${name} will be signed out everywhere, and their open orders will return to their queues.`,
      tone: 'red',
    })
    if (!isConfirmed) return
    const answer = await call({ body: { teamMemberId: id } })
    if (!answer) return
    showToast({ tone: 'good', title: answer.message })
    onDeleted(id)
  }

  return (
    <>
      <ListTable
        label="Team Member List"
        columns={columns}
        rows={members}
        rowKey={({ id }) => id}
        subject={failure ? { subject: 'The team', ...failureProps(failure, onRetry) } : undefined}
        actions={memberActions({
          me,
          busy,
          onShowSessions: setSessionsOf,
          onDelete: (member) => void handleDelete(member),
        })}
      />
      <MemberSessionsDialog member={sessionsOf} onClose={() => setSessionsOf(undefined)} />
    </>
  )
}

interface MemberActionsProps {
  me: CurrentMember
  busy: boolean
  onShowSessions: (member: Member) => void
  onDelete: (member: Member) => void
}

const memberActions =
  ({ me, busy, onShowSessions, onDelete }: MemberActionsProps) =>
  (member: Member) => (
    <>
      {me.can('endOthersSessions') && member.id !== me.id && (
        <Button size="xs" aria-label={`Sessions of ${member.name}`} onClick={() => onShowSessions(member)}>
          Sessions
        </Button>
      )}
      {canChangeMember(me, member) && (
        <Button
          size="xs"
          component={Link}
          href={teamMemberPath(member.id)}
          aria-label={`Edit ${member.name}`}
        >
          Edit
        </Button>
      )}
      {canRemoveMember(me, member) && (
        <IconButton
          icon="trash"
          label={`Delete ${member.name}`}
          disabled={busy}
          onClick={() => onDelete(member)}
        />
      )}
    </>
  )

interface MemberSessionsDialogProps {
  member: Member | undefined
  onClose: () => void
}

/** Keeps the sessions while the dialog fades out. */
function MemberSessionsDialog({ member, onClose }: MemberSessionsDialogProps) {
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
