import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams } from 'wouter'
import { Checkbox, Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useState, type ComponentProps } from 'react'
import {
  listTeam,
  teamMemberInfo,
  addTeamMember,
  updateTeamMember,
  listTeamMemberTypes,
} from '#contract/team.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { refresh, useRead, useCall } from '#web/lib/endpoint-hooks.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { usePageTitle } from '#web/sites/use-page-title.ts'
import { Card } from '#web/ui/Card.tsx'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { useContractForm } from '#web/lib/contract-form.ts'
import { StackedForm } from '#web/ui/StackedForm.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { roles, type Role } from '#contract/rules/roles.ts'
import { readFactorRoles, setFactorRoles } from '#contract/second-factor.ts'
import type { Member } from '#contract/session.ts'
import { removeUser } from '#web/lib/stored-user.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TeamTable } from './TeamTable.tsx'
import css from './team.module.css'
import { canChangeMember } from './member-permissions.ts'

/** `/admin/manage-team` adds a member; with a member id in the path the form edits that member (spec §2). */
export function ManageTeamPage() {
  usePageTitle('Manage Team')
  const { teamMemberId } = useParams()
  const [, navigate] = useLocation()
  const me = useCurrentMember()
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useRead(listTeam, {}, { showsFailureInline: true })
  const showAddForm = () => navigate(staffScreens.manageTeam.path)

  return (
    <>
      <PageHeading
        onRefresh={() => void refresh(client, [listTeam, teamMemberInfo])}
        isRefreshing={isFetching}
      >
        Manage Team
      </PageHeading>
      <PageColumns
        start={
          <>
            {teamMemberId === undefined ? (
              <Card title="Add Team Member">
                <AddMemberForm />
              </Card>
            ) : (
              <Card title="Edit Team Member">
                <EditMemberForm key={teamMemberId} id={teamMemberId} onClose={showAddForm} />
              </Card>
            )}
            {me.can('manageSecondFactors') && <FactorRolesCard />}
          </>
        }
      >
        <Card title="Team Member List" count={data?.data.length}>
          <TeamTable
            members={data?.data}
            failure={error}
            onRetry={() => void refetch()}
            onDeleted={(id) => {
              if (String(id) === teamMemberId) showAddForm()
            }}
          />
        </Card>
      </PageColumns>
    </>
  )
}

function AddMemberForm() {
  const { field, reset, onSubmit, busy } = useContractForm(addTeamMember, {
    initialValues: { name: '', email: '', password: '', type: '' },
    refreshes: [listTeam],
    onDone: ({ message }) => {
      reset()
      showToast({ tone: 'good', title: message })
    },
  })
  return (
    <StackedForm label="Manage Team" onSubmit={onSubmit} submitLabel="Add Member" busy={busy}>
      <MemberFields
        name={field('name')}
        email={field('email')}
        password={field('password')}
        type={field('type')}
      />
    </StackedForm>
  )
}

/** Roles that require a second factor; for Admins (product §4). */
function FactorRolesCard() {
  const { data } = useRead(readFactorRoles, {})
  const { call, busy } = useCall(setFactorRoles, { refreshes: [readFactorRoles] })
  const [chosen, setChosen] = useState<Role[]>()
  const required = chosen ?? data?.data.roles ?? []

  const handleChange = async (role: Role, isRequired: boolean) => {
    const others = required.filter((other) => other !== role)
    const next = isRequired ? [...others, role] : others
    setChosen(next)
    const answer = await call({ body: { roles: next } })
    setChosen(answer?.data.roles)
    if (answer) showToast({ tone: 'good', title: answer.message })
  }

  return (
    <Card title="Second factor by role">
      <p className={`muted small ${css.text}`}>
        Members with a ticked role must set up a second factor before they can work.
      </p>
      <div className="stack gap-8">
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={role}
            checked={required.includes(role)}
            disabled={!data}
            onChange={({ currentTarget }) => {
              if (!busy) void handleChange(role, currentTarget.checked)
            }}
          />
        ))}
      </div>
    </Card>
  )
}

interface EditMemberFormProps {
  id: string
  onClose: () => void
}

function EditMemberForm({ id, onClose }: EditMemberFormProps) {
  const me = useCurrentMember()
  const { data, error, refetch } = useRead(teamMemberInfo, { params: { id } }, { showsFailureInline: true })
  if (!data && error)
    return <EmptyState kind="failure" subject="The member" {...failureProps(error, refetch)} />
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
      // A new password also ends the member's own session.
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

interface MemberFieldsProps {
  name: ComponentProps<typeof TextInput>
  email: ComponentProps<typeof TextInput>
  password: ComponentProps<typeof PasswordInput>
  type: ComponentProps<typeof NativeSelect>
}

/** The fields of a member (spec §3), with the types that the caller may assign. */
function MemberFields({ name, email, password, type }: MemberFieldsProps) {
  const { data } = useRead(listTeamMemberTypes, {}, { staleTime: Infinity })
  const types = data?.data ?? roles.filter((role) => role === type.value)
  return (
    <>
      <TextInput label="Name" autoComplete="off" {...name} />
      <TextInput label="Email" type="email" autoComplete="off" {...email} />
      <PasswordInput label="Password" autoComplete="new-password" {...password} />
      <NativeSelect label="Type" data={[{ value: '', label: 'Select type' }, ...types]} {...type} />
    </>
  )
}
