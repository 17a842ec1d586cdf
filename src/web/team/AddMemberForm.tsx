import { addTeamMember, listTeam } from '#contract/team.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { StackedForm } from '#web/ui/StackedForm.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { MemberFields } from './MemberFields.tsx'

/** Adds a member, then clears itself for the next one. */
export function AddMemberForm() {
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
