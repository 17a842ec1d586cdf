import { Button } from '@mantine/core'
import { Link } from 'wouter'
import type { Member } from '#contract/session.ts'
import { deleteTeamMember, listTeam } from '#contract/team.ts'
import type { CallRefused } from '#web/lib/call-refused.ts'
import { useCall } from '#web/lib/hooks.ts'
import { useMe, type Me } from '#web/session/auth.ts'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { mayChange, mayRemove } from './may-change.ts'
import { teamPath } from './team-path.ts'

interface TeamTableProps {
  members: readonly Member[] | undefined
  failure: CallRefused | null
  onRetry: () => void
  onDeleted: (id: number) => void
}

/** The active members; each row offers what the caller may do with it. */
export function TeamTable({ members, failure, onRetry, onDeleted }: TeamTableProps) {
  const me = useMe()
  const confirm = useConfirm()
  const { run, busy } = useCall(deleteTeamMember, { refreshes: [listTeam] })

  const columns: readonly ListColumn<Member>[] = [
    {
      head: 'Name',
      render: ({ id, name }) => (
        <>
          <bdi>{name}</bdi> {id === me.id && <Tag>You</Tag>}
        </>
      ),
    },
    { head: 'Email', render: ({ email }) => <bdi>{email}</bdi> },
    { head: 'Member Role', render: ({ type }) => type },
  ]

  const remove = async ({ id, name }: Member) => {
    const yes = await confirm({
      title: 'Are you sure you want to delete?',
      text: `${name} is signed out everywhere, and their open orders return to their queues.`,
      tone: 'red',
    })
    if (!yes) return
    const answer = await run({ body: { teamMemberId: id } })
    if (!answer) return
    showToast({ tone: 'good', title: answer.message })
    onDeleted(id)
  }

  return (
    <ListTable
      label="Team Member List"
      columns={columns}
      rows={members}
      rowKey={({ id }) => id}
      failure={failure ? { what: 'The team', ...told(failure), onRetry } : undefined}
      actions={memberActions(me, busy, (member) => void remove(member))}
    />
  )
}

const memberActions = (me: Me, busy: boolean, onDelete: (member: Member) => void) => (member: Member) => (
  <>
    {mayChange(me, member) && (
      <Button size="xs" component={Link} href={`${teamPath}/${member.id}`} aria-label={`Edit ${member.name}`}>
        Edit
      </Button>
    )}
    {mayRemove(me, member) && (
      <IconButton
        icon="trash"
        label={`Delete ${member.name}`}
        disabled={busy}
        onClick={() => onDelete(member)}
      />
    )}
  </>
)

const told = ({ message, requestId }: CallRefused) => ({ message, requestId })
