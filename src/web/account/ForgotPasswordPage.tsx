import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { signInPath } from '#contract/rules/staff-addresses.ts'
import { forgotPassword } from '#contract/session.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { SignInLayout } from '#web/ui/SignInLayout.tsx'
import css from './account.module.css'

/** From the sign-in page, so that it is typed once (WCAG 3.3.7). */
interface TypedBefore {
  email?: string
}

/** `/forgot-password`: requests the link without revealing whether the account exists (product §5). */
export function ForgotPasswordPage() {
  const [confirmation, setConfirmation] = useState<string>()
  const email = useRef<HTMLInputElement>(null)
  useEffect(() => email.current?.focus(), [])
  const { field, onSubmit, busy } = useContractForm(forgotPassword, {
    initialValues: { email: useHistoryState<TypedBefore | null>()?.email ?? '' },
    onDone: ({ message }) => setConfirmation(message),
  })

  return (
    <SignInLayout title="Forgot password" subtitle="We will mail you a link to choose a new one">
      {confirmation === undefined ? (
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
          <Button type="submit" variant="submit" size="lg" loading={busy} fullWidth>
            Send Link
          </Button>
        </form>
      ) : (
        <output className={css.text}>{confirmation} The link works once, within one hour.</output>
      )}
      <p className={css.text}>
        <Link href={signInPath}>Back to Sign In</Link>
      </p>
    </SignInLayout>
  )
}
