import { Button } from '@mantine/core'
import type { Member } from '#contract/session.ts'
import { listTeam, teamMemberInfo, updateTeamMember } from '#contract/team.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { removeUser } from '#web/lib/stored-user.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { StackedForm } from '#web/ui/StackedForm.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { canChangeMember } from './member-permissions.ts'
import { MemberFields } from './MemberFields.tsx'

interface EditMemberFormProps {
  /** The member id of the URL. */
  id: string
  /** Returns to the form for adding. */
  onClose: () => void
}

/** Loads one member and edits them. */
export function EditMemberForm({ id, onClose }: EditMemberFormProps) {
  const me = useCurrentMember()
  const { data, error, refetch } = useRead(teamMemberInfo, { params: { id } }, { showsFailureInline: true })
  if (!data && error)
    return (
      <EmptyState
        kind="failure"
        subject="The member"
        message={error.message}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton width="100%" height={280} />
  if (!canChangeMember(me, data.data)) return <p>Only an Admin can change an Admin.</p>
  return <EditForm member={data.data} onClose={onClose} />
}

function EditForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const me = useCurrentMember()
  const { id: tmId, name, email, type } = member
  const { field, values, setValue, onSubmit, busy } = useContractForm(updateTeamMember, {
    initialValues: { tmId, name, email, type, password: undefined },
    refreshes: [listTeam, teamMemberInfo],
    onDone: ({ message }) => {
      showToast({ tone: 'good', title: message })
      onClose()
      // A new password for oneself also ends this session.
      if (tmId === me.id && values.password !== undefined) removeUser()
    },
  })
  return (
    <StackedForm
      label="Manage Team"
      onSubmit={onSubmit}
      submitLabel="Update Member"
      busy={busy}
      otherButtons={<Button onClick={onClose}>Cancel</Button>}
    >
      <MemberFields
        name={field('name')}
        email={field('email')}
        password={{
          ...field('password'),
          description: 'Leave empty to keep the current password.',
          value: values.password ?? '',
          onChange: ({ currentTarget }) => setValue('password', currentTarget.value || undefined),
        }}
        type={field('type')}
      />
    </StackedForm>
  )
}
