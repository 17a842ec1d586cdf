import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import type { VisitorStart } from '#contract/visitor-start.ts'
import type { trackOrder } from '#contract/visitor.ts'
import { onwards, useAddress, type Go } from './address.ts'
import { useBrand } from './brand.ts'
import { CallFailed, post } from './call.ts'
import { Field } from './Field.tsx'
import { useShowToast } from './frame/toast.ts'
import { Heading } from './Heading.tsx'
import { Help } from './Help.tsx'
import { Refusal } from './Refusal.tsx'
import { orderPath, trackPath } from './routes.ts'
import css from './page.module.css'
import { useTexts } from './texts/languages.ts'
import { useNotice } from './use-notice.ts'

interface TrackPageProps {
  /** The id that the link brought, plain. */
  orderId: string | null
  first: VisitorStart | null
  go: Go
}

const fieldOf = (form: HTMLFormElement | null, name: string) => {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : null
}

/** Asks for order id and e-mail (spec §2, Visitor pages). Without scripts its form is posted to the page itself. */
export function TrackPage({ orderId, first, go }: TrackPageProps) {
  const texts = useTexts()
  const { track } = texts
  const brand = useBrand()
  const { search } = useAddress()
  const showToast = useShowToast()
  const posted = first?.form
  const [errors, setErrors] = useState(posted?.errors ?? {})
  const [refusal, setRefusal] = useState(first?.notice ?? null)
  const [isSending, setIsSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useNotice(first)

  // Whoever opens the page reads it first; whoever is led here goes on typing.
  const isFirst = first !== null
  useEffect(() => {
    if (!isFirst) fieldOf(form.current, orderId === null ? 'orderId' : 'email')?.focus()
  }, [isFirst, orderId])

  const send = async (given: string, email: string) => {
    setIsSending(true)
    setRefusal(null)
    try {
      const { message } = await post<typeof trackOrder>('/front/track-order', {
        orderId: given,
        email,
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
      fieldOf(form.current, 'email')?.focus()
    }
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const given = fieldOf(form.current, 'orderId')?.value.trim() ?? ''
    const email = fieldOf(form.current, 'email')?.value ?? ''
    setErrors({
      ...(!given && { orderId: track.orderIdMissing }),
      ...(!email.trim() && { email: track.emailMissing }),
    })
    if (!given) return fieldOf(form.current, 'orderId')?.focus()
    if (!email.trim()) return fieldOf(form.current, 'email')?.focus()
    if (!isSending) void send(given, email)
  }

  return (
    <>
      <div>
        <Heading title={track.title}>{track.heading}</Heading>
        <p className={css.lede}>{track.lede}</p>
        <form method="post" noValidate ref={form} onSubmit={submit}>
          <Field
            label={track.orderId}
            hint={track.orderIdHint}
            error={errors.orderId ?? null}
            name="orderId"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={posted?.orderId ?? orderId ?? ''}
          />
          <Field
            label={track.email}
            hint={track.emailHint}
            error={errors.email ?? null}
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={posted?.email}
          />
          {refusal && <Refusal>{refusal}</Refusal>}
          <button type="submit" className={`${css.big} ${css.red} ${css.submit}`} aria-disabled={isSending}>
            {track.submit}
          </button>
          <p className={css.beside}>
            <a href={onwards(trackPath(null), search, { link: '' })}>{track.lost}</a>
          </p>
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
