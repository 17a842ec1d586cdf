import { Button, PasswordInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { signInPath, forgotPasswordPath } from '#contract/rules/staff-addresses.ts'
import { checkResetLink, resetPassword } from '#contract/session.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/client.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { removeUser } from '#web/lib/stored-user.ts'
import { SignInLayout } from '#web/ui/SignInLayout.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './account.module.css'

/** On any other failure the form is shown, since the server decides again on submit. */
const isRefused = (error: unknown) => error instanceof CallError && error.httpStatus === 400

function useIsLinkUsable(token: string): boolean | undefined {
  const [isUsable, setIsUsable] = useState<boolean>()
  useEffect(() => {
    let isCurrent = true
    const settle = (usable: boolean) => isCurrent && setIsUsable(usable)
    call(checkResetLink, { body: { token } }).then(
      () => settle(true),
      (error: unknown) => settle(!isRefused(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [token])
  return isUsable
}

/** `/reset-password/{token}`: sets a new password, once. */
export function ResetPasswordPage() {
  const { token = '' } = useParams()
  const isUsable = useIsLinkUsable(token)
  if (isUsable === false) return <SpentLink />
  return (
    <SignInLayout title="New password" subtitle="Use it the next time you sign in">
      {isUsable === undefined ? <div className={css.pending} aria-busy /> : <NewPasswordForm token={token} />}
    </SignInLayout>
  )
}

/** For a used, expired or unknown link; leaves no entry in the history. */
const SpentLink = () => (
  <SignInLayout
    title="This link is no longer valid"
    subtitle="A link works once, within one hour of being requested."
  >
    <div className={css.form}>
      <Button
        renderRoot={(props: object) => <Link {...props} href={forgotPasswordPath} replace />}
        variant="submit"
        size="lg"
        fullWidth
      >
        Request a new link
      </Button>
    </div>
    <p className={css.text}>
      <Link href={signInPath} replace>
        Back to Sign In
      </Link>
    </p>
  </SignInLayout>
)

function NewPasswordForm({ token }: { token: string }) {
  const [, navigate] = useLocation()
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => password.current?.focus(), [])
  const { field, onSubmit, busy } = useContractForm(resetPassword, {
    initialValues: { token, newPassword: '' },
    onDone: ({ message }) => {
      showToast({ tone: 'good', title: message })
      navigate(signInPath, { replace: true })
      // A member who is signed in on this device must sign in again.
      removeUser()
    },
  })

  return (
    <>
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
        <Link href={forgotPasswordPath}>Request a new link</Link>
      </p>
    </>
  )
}
