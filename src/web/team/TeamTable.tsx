import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { teamMemberPath } from '#contract/rules/staff-addresses.ts'
import type { Member } from '#contract/session.ts'
import { deleteTeamMember, listTeam } from '#contract/team.ts'
import type { CallError } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { useCurrentMember, type CurrentMember } from '#web/session/auth.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { canChangeMember, canRemoveMember } from './member-permissions.ts'
import { MemberSessionsDialog } from './MemberSessionsDialog.tsx'

interface TeamTableProps {
  members: readonly Member[] | undefined
  failure: CallError | null
  onRetry: () => void
  onDeleted: (id: number) => void
}

/** The active members; each row offers what the caller may do with it. */
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
          <bdi>{name}</bdi> {id === me.id && <Tag>You</Tag>}
        </>
      ),
    },
    { header: 'Email', render: ({ email }) => <bdi>{email}</bdi> },
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
        subject={failure ? { subject: 'The team', ...failureDetails(failure), onRetry } : undefined}
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

const failureDetails = ({ message, requestId }: CallError) => ({ message, requestId })
