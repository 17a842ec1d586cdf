import * as z from 'zod/mini'
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { forgotPasswordPath } from '#contract/rules/staff-addresses.ts'
import { secondFactorRequired } from '#contract/factor-proof.ts'
import { factorOffer, type FactorOffer } from '#contract/second-factor.ts'
import { signIn } from '#contract/session.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import type { CallError } from '#web/lib/call-error.ts'
import type { CallResponse } from '#web/lib/client.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { setEnrollingSession } from '#web/lib/enrolment.ts'
import { parseToken, storeUser } from '#web/lib/stored-user.ts'
import { titles } from '#web/sites/titles.ts'
import { SignInLayout, SignInRow } from '#web/ui/SignInLayout.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { provePasskey } from '#web/lib/passkeys.ts'
import { useAuth } from './auth.ts'
import css from './session.module.css'

interface SignInHistoryState {
  from?: string
}

/** The sign-in page at '/' (spec §2, Login). */
export function SignInPage() {
  const { storedUser, dispatch } = useAuth()
  const { name, tagline } = titles
  const [, navigate] = useLocation()
  const origin = useHistoryState<SignInHistoryState | null>()
  const target = origin?.from ?? staffScreens.dashboard.path
  const [asked, setAsked] = useState<{ credentials: Credentials; offer: FactorOffer }>()
  const email = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!asked) email.current?.focus()
  }, [asked])

  const onSignedIn = ({ jwtToken, data, message, mustEnrol }: CallResponse<typeof signIn>) => {
    if (mustEnrol) setEnrollingSession(parseToken(jwtToken)?.sessionId)
    if (!storeUser(jwtToken)) {
      const title = 'This browser has no room to keep you signed in'
      dispatch({ type: 'loginRejected', message: title })
      const text = 'Delete what other sites have stored, or free some space on the disk, and sign in again.'
      return void showToast({ tone: 'bad', title, text, persistent: true })
    }
    dispatch({ type: 'loginFulfilled', data })
    showToast({ tone: 'good', title: message })
    navigate(target, { replace: true })
  }
  /** The password was right; the answer offers second factors. */
  const handleOffer = (refused: CallError, credentials: Credentials) => {
    const offer = refused.code === secondFactorRequired && z.safeParse(factorOffer, refused.data).data
    if (!offer) return false
    dispatch({ type: 'loginRejected', message: refused.message })
    setAsked({
      credentials: {
        email: credentials.email,
        password: credentials.password,
        rememberMe: credentials.rememberMe,
      },
      offer,
    })
    return true
  }
  const { field, values, onSubmit, busy } = useContractForm(signIn, {
    initialValues: { email: '', password: '', rememberMe: false },
    onSend: () => dispatch({ type: 'loginPending' }),
    onError: handleOffer,
    onRefused: (message) => dispatch({ type: 'loginRejected', message }),
    onDone: onSignedIn,
  })

  if (storedUser && !busy) return <Redirect to={target} replace />
  if (asked)
    return (
      <SignInLayout title={name} subtitle="Please confirm with your second factor">
        <SecondFactorStep
          {...asked}
          handleOffer={(refused) => handleOffer(refused, asked.credentials)}
          onSignedIn={onSignedIn}
          onBack={() => setAsked(undefined)}
        />
      </SignInLayout>
    )
  return (
    <SignInLayout title={name} subtitle={tagline}>
      <form className="stack" onSubmit={onSubmit} noValidate>
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
          <Link href={forgotPasswordPath} state={{ email: values.email }}>
            Forgot password?
          </Link>
        </SignInRow>
        <Button type="submit" variant="submit" size="lg" loading={busy} fullWidth>
          Sign In
        </Button>
      </form>
    </SignInLayout>
  )
}

interface Credentials {
  email: string
  password: string
  rememberMe?: boolean | undefined
}

interface SecondFactorStepProps {
  credentials: Credentials
  offer: FactorOffer
  handleOffer: (refused: CallError) => boolean
  onSignedIn: (answer: CallResponse<typeof signIn>) => void
  onBack: () => void
}

function SecondFactorStep({ credentials, offer, handleOffer, onSignedIn, onBack }: SecondFactorStepProps) {
  const { call, busy } = useCall(signIn, { onError: handleOffer })
  const [kind, setKind] = useState<CodeKind>('app')

  const handlePasskey = async (options: NonNullable<FactorOffer['passkey']>) => {
    const passkey = await provePasskey(options)
    if (!passkey) return
    const answer = await call({ body: { ...credentials, passkey } })
    if (answer) onSignedIn(answer)
    // A challenge works once: this call gets another offer.
    else await call({ body: credentials })
  }

  const { passkey: options } = offer
  return (
    <>
      {offer.code && (
        <CodeForm
          key={kind}
          kind={kind}
          credentials={credentials}
          onSignedIn={onSignedIn}
          onSwitch={() => setKind(kind === 'app' ? 'recovery' : 'app')}
        />
      )}
      {options && (
        <Button
          className={css.other}
          size="lg"
          variant={offer.code ? 'default' : 'submit'}
          loading={busy}
          fullWidth
          data-autofocus={!offer.code}
          onClick={() => void handlePasskey(options)}
        >
          Use a passkey
        </Button>
      )}
      <Button className={css.other} variant="subtle" fullWidth onClick={onBack}>
        Back to Sign In
      </Button>
    </>
  )
}

const codeFields = {
  app: {
    label: 'Code',
    description: 'From your authenticator app.',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    description: 'One of the ten that you kept. It works once.',
    autoComplete: 'off',
    inputMode: 'text',
    other: 'Use the authenticator app',
  },
} as const

type CodeKind = keyof typeof codeFields

interface CodeFormProps extends Pick<SecondFactorStepProps, 'credentials' | 'onSignedIn'> {
  kind: CodeKind
  onSwitch: () => void
}

function CodeForm({ credentials, onSignedIn, kind, onSwitch }: CodeFormProps) {
  const code = useRef<HTMLInputElement>(null)
  useEffect(() => code.current?.focus(), [])
  const { field, onSubmit, busy } = useContractForm(signIn, {
    initialValues: { ...credentials, code: '' },
    onDone: onSignedIn,
  })
  const { other, ...input } = codeFields[kind]
  return (
    <form className="stack" onSubmit={onSubmit} noValidate>
      <TextInput {...field('code')} {...input} ref={code} name="code" size="md" />
      <Button className={css.submit} type="submit" variant="submit" size="lg" loading={busy} fullWidth>
        Sign In
      </Button>
      <Button className={css.other} variant="subtle" fullWidth onClick={onSwitch}>
        {other}
      </Button>
    </form>
  )
}
