import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { staffPaths } from '#contract/rules/staff-addresses.ts'
import { signIn } from '#contract/session.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { storeUser } from '#web/lib/stored-user.ts'
import { useTitles } from '#web/sites/use-titles.ts'
import { SignInLayout, SignInRow } from '#web/ui/SignInLayout.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useAuth } from './auth.ts'
import css from './SignInPage.module.css'

/** The page below /admin that redirected here for a sign-in. */
interface SignInHistoryState {
  from?: string
}

/** The sign-in page at '/' (spec §2, Login). */
export function SignInPage() {
  const { storedUser, dispatch } = useAuth()
  const { name, tagline } = useTitles()
  const [, navigate] = useLocation()
  const origin = useHistoryState<SignInHistoryState | null>()
  const target = origin?.from ?? staffPaths.dashboard
  const email = useRef<HTMLInputElement>(null)
  useEffect(() => email.current?.focus(), [])

  const { field, onSubmit, busy } = useContractForm(signIn, {
    initialValues: { email: '', password: '', rememberMe: false },
    onSend: () => dispatch({ type: 'loginPending' }),
    onRefused: (message) => dispatch({ type: 'loginRejected', message }),
    onDone: ({ jwtToken, data, message }) => {
      storeUser(jwtToken)
      dispatch({ type: 'loginFulfilled', data })
      showToast({ tone: 'good', title: message })
      navigate(target, { replace: true })
    },
  })

  if (storedUser && !busy) return <Redirect to={target} replace />
  return (
    <SignInLayout title={name} subtitle={tagline}>
      <form className={css.form} onSubmit={onSubmit} noValidate>
        <TextInput
          {...field('email')}
          ref={email}
          label="Email ID"
          placeholder="Your Email Address"
          type="email"
          name="email"
          autoComplete="username"
          size="md"
        />
        <PasswordInput
          {...field('password')}
          className={css.password}
          label="Password"
          name="password"
          autoComplete="current-password"
          size="md"
        />
        <SignInRow>
          <Checkbox {...field('rememberMe', 'checkbox')} label="Remember me" />
          <Link href={staffPaths.forgotPassword}>Forgot password?</Link>
        </SignInRow>
        <Button type="submit" variant="submit" size="lg" loading={busy} fullWidth>
          Sign In
        </Button>
      </form>
    </SignInLayout>
  )
}
