import { PasswordInput } from '@mantine/core'
import { useLocation } from 'wouter'
import { signInPath } from '#contract/rules/staff-addresses.ts'
import { changePassword } from '#contract/session.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { removeUser } from '#web/lib/stored-user.ts'
import { Card } from '#web/ui/Card.tsx'
import { StackedForm } from '#web/ui/StackedForm.tsx'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** Update Password (spec §2); the member has to sign in again afterwards (spec §4, Auth). */
export function ChangePasswordPage() {
  const [, navigate] = useLocation()
  const { field, onSubmit, busy } = useContractForm(changePassword, {
    initialValues: { newPassword: '' },
    onDone: ({ message }) => {
      showToast({ tone: 'good', title: message })
      navigate(signInPath, { replace: true })
      removeUser()
    },
  })

  return (
    <>
      <PageHeading>Update Password</PageHeading>
      <PageColumns
        start={
          <Card title="Your Password">
            <StackedForm
              label="Update Password"
              onSubmit={onSubmit}
              submitLabel="Update Password"
              busy={busy}
            >
              <PasswordInput
                label="New Password"
                description="At least 6 characters. You will be signed out everywhere and can then sign in with it."
                autoComplete="new-password"
                {...field('newPassword')}
              />
            </StackedForm>
          </Card>
        }
      />
    </>
  )
}
