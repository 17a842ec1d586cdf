import { Button, PasswordInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { staffPaths } from '#contract/rules/staff-addresses.ts'
import { resetPassword } from '#contract/session.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { removeUser } from '#web/lib/stored-user.ts'
import { SignInLayout } from '#web/ui/SignInLayout.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './SignInForm.module.css'

/** `/reset-password/{token}`: sets a new password by the link of the mail, once. */
export function ResetPasswordPage() {
  const { token = '' } = useParams()
  const [, navigate] = useLocation()
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => password.current?.focus(), [])
  const { field, onSubmit, busy } = useContractForm(resetPassword, {
    initialValues: { token, newPassword: '' },
    onDone: ({ message }) => {
      showToast({ tone: 'good', title: message })
      navigate(staffPaths.signIn, { replace: true })
      // Anyone signed in on this device has to sign in again.
      removeUser()
    },
  })

  return (
    <SignInLayout title="New password" subtitle="You sign in with it afterwards">
      <form className={css.form} onSubmit={onSubmit} noValidate>
        <PasswordInput
          {...field('newPassword')}
          ref={password}
          label="New Password"
          name="password"
          autoComplete="new-password"
          size="md"
        />
        <Button type="submit" variant="submit" size="lg" loading={busy} fullWidth>
          Update Password
        </Button>
      </form>
      <p className={css.text}>
        <Link href={staffPaths.forgotPassword}>Ask for another link</Link>
      </p>
    </SignInLayout>
  )
}
