import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import type { trackOrder } from '#contract/visitor.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Go } from './address.ts'
import { useBrand } from './brand.ts'
import { CallFailed, post } from './call.ts'
import { Field } from './Field.tsx'
import { useShowToast } from './frame/toast.ts'
import { Heading } from './Heading.tsx'
import { Help } from './Help.tsx'
import { orderPath } from './routes.ts'
import css from './styles/page.module.css'
import { useTexts } from './texts/languages.ts'

interface TrackPageProps {
  /** The id that the link brought, plain. */
  orderId: string | null
  go: Go
}

/** Asks for order id and e-mail (spec §2, Visitor pages). */
export function TrackPage({ orderId, go }: TrackPageProps) {
  const texts = useTexts()
  const { track } = texts
  const brand = useBrand()
  const showToast = useShowToast()
  const [values, setValues] = useState({ orderId: orderId ?? '', email: '' })
  const [wasSent, setWasSent] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const idField = useRef<HTMLInputElement>(null)
  const emailField = useRef<HTMLInputElement>(null)

  useEffect(() => (orderId === null ? idField : emailField).current?.focus(), [orderId])

  const errors = {
    orderId: wasSent && !values.orderId.trim() ? track.orderIdMissing : null,
    email: wasSent && !values.email.trim() ? track.emailMissing : null,
  }

  const send = async () => {
    setIsSending(true)
    setRefusal(null)
    try {
      const given = values.orderId.trim()
      const { message } = await post<typeof trackOrder>('/front/track-order', {
        orderId: given,
        email: values.email,
        landing_domain: location.hostname,
      })
      showToast({ tone: 'good', text: message })
      go(orderPath(decodeOrderId(given) ?? given))
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      const text = error.message || texts.noAnswer
      setRefusal(text)
      showToast({ tone: 'bad', text })
      setIsSending(false)
      emailField.current?.focus()
    }
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (!values.orderId.trim()) return idField.current?.focus()
    if (!values.email.trim()) return emailField.current?.focus()
    if (!isSending) void send()
  }

  return (
    <>
      <div>
        <Heading title={track.title}>{track.heading}</Heading>
        <p className={css.lede}>{track.lede}</p>
        <form noValidate onSubmit={submit}>
          <Field
            ref={idField}
            label={track.orderId}
            hint={track.orderIdHint}
            error={errors.orderId}
            name="orderId"
            inputMode="numeric"
            autoComplete="off"
            value={values.orderId}
            onChange={({ target }) => setValues({ ...values, orderId: target.value })}
          />
          <Field
            ref={emailField}
            label={track.email}
            hint={track.emailHint}
            error={errors.email}
            name="email"
            type="email"
            autoComplete="email"
            value={values.email}
            onChange={({ target }) => setValues({ ...values, email: target.value })}
          />
          {refusal && (
            <p className={css.alert} role="alert">
              <Icon name="alert" size={20} />
              {refusal}
            </p>
          )}
          <button type="submit" className={`${css.big} ${css.red} ${css.submit}`} aria-disabled={isSending}>
            {track.submit}
          </button>
        </form>
      </div>
      <aside className={css.aside}>
        <h2>{track.whereHeading}</h2>
        <p>{track.where}</p>
        <Help email={brand?.contact.email}>{texts.help.write}</Help>
      </aside>
    </>
  )
}
