import { Button, PasswordInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { staffPaths } from '#contract/rules/staff-addresses.ts'
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
  const current = useRef<HTMLInputElement>(null)
  const { field, values, setValue, errorOf, onSubmit, busy } = useContractForm(changePassword, {
    initialValues: { newPassword: '', currentPassword: undefined },
    onDone: ({ message }) => {
      showToast({ tone: 'good', title: message })
      navigate(staffPaths.signIn, { replace: true })
      removeUser()
    },
  })
  // The server asks for it when the sign-in is older than a quarter of an hour (product §5).
  const needsCurrentPassword =
    values.currentPassword !== undefined || errorOf('currentPassword') !== undefined
  useEffect(() => {
    if (needsCurrentPassword) current.current?.focus()
  }, [needsCurrentPassword])

  return (
    <>
      <PageHeading>Update Password</PageHeading>
      <PageColumns
        start={
          <Card title="Your Password">
            <StackedForm
              label="Update Password"
              onSubmit={onSubmit}
              buttons={
                <Button type="submit" variant="filled" loading={busy}>
                  Update Password
                </Button>
              }
            >
              <PasswordInput
                label="New Password"
                description="At least 6 characters. You will be signed out everywhere and can then sign in with it."
                autoComplete="new-password"
                {...field('newPassword')}
              />
              {needsCurrentPassword && (
                <PasswordInput
                  label="Current Password"
                  description="Needed because you signed in a while ago."
                  autoComplete="current-password"
                  {...field('currentPassword')}
                  ref={current}
                  value={values.currentPassword ?? ''}
                  onChange={(event) => setValue('currentPassword', event.currentTarget.value)}
                />
              )}
            </StackedForm>
          </Card>
        }
      />
    </>
  )
}
