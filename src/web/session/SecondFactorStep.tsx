import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { FactorOffer } from '#contract/second-factor.ts'
import { signIn } from '#contract/session.ts'
import type { CallError } from '#web/lib/call-error.ts'
import type { CallResponse } from '#web/lib/client.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { provePasskey } from '#web/lib/passkeys.ts'
import css from './session.module.css'

export interface Credentials {
  email: string
  password: string
  rememberMe?: boolean | undefined
}

interface SecondFactorStepProps {
  credentials: Credentials
  offer: FactorOffer
  /** Takes a refusal that asks for the second factor, with a new offer. */
  takeOffer: (refused: CallError) => boolean
  onSignedIn: (answer: CallResponse<typeof signIn>) => void
  onBack: () => void
}

/** Asks for the second factor after the password was right; the password is not asked for again. */
export function SecondFactorStep({
  credentials,
  offer,
  takeOffer,
  onSignedIn,
  onBack,
}: SecondFactorStepProps) {
  const { call, busy } = useCall(signIn, { onError: takeOffer })
  const [kind, setKind] = useState<CodeKind>('app')

  const handlePasskey = async (options: NonNullable<FactorOffer['passkey']>) => {
    const passkey = await provePasskey(options)
    if (!passkey) return
    const answer = await call({ body: { ...credentials, passkey } })
    if (answer) onSignedIn(answer)
    // Its challenge is used up: the next try needs another.
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
