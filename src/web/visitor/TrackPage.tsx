import { useEffect, useRef, useState, type MouseEvent, type SubmitEvent } from 'react'
import { decodeOrderId } from '#contract/rules/order-id.ts'
import { orderPath, trackPath } from '#contract/rules/visitor-addresses.ts'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import type { linkByMail, sendLink, trackOrder } from '#contract/visitor.ts'
import { pathWithTranslation, useAddress, type Navigate } from './address.ts'
import { useBrand } from './brand.ts'
import { CallError, post } from './call.ts'
import { Field } from './Field.tsx'
import { useNoticeToast, useShowToast } from './toast.ts'
import { Heading } from './Heading.tsx'
import { Help } from './Help.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'
import css from './page.module.css'
import { useTexts } from './localization.ts'

interface TrackPageProps {
  orderId: string | null
  initialData: VisitorPageData | null
  navigate: Navigate
}

/** A copy, since importing the contract would bundle its schemas. */
const linkByMailCode: typeof linkByMail = 'LINK_BY_MAIL'

const findField = (form: HTMLFormElement | null, name: string) => {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : null
}

/** The form for order id and e-mail (spec §2, Visitor pages). Without scripts it posts to its own URL. */
export function TrackPage({ orderId, initialData, navigate }: TrackPageProps) {
  const texts = useTexts()
  const { track } = texts
  const brand = useBrand()
  const { search } = useAddress()
  const showToast = useShowToast()
  const posted = initialData?.form
  const [errors, setErrors] = useState(posted?.errors ?? {})
  const [refusal, setRefusal] = useState(initialData?.notice ?? null)
  const [offersLink, setOffersLink] = useState(posted?.offersLink ?? false)
  const [isSending, setIsSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useNoticeToast(initialData)

  // The first page is read first; after navigation a field is focused.
  const isFirst = initialData !== null
  useEffect(() => {
    if (!isFirst) findField(form.current, orderId === null ? 'orderId' : 'email')?.focus()
  }, [isFirst, orderId])

  const send = async (orderIdText: string, email: string) => {
    setIsSending(true)
    setRefusal(null)
    try {
      const { message } = await post<typeof trackOrder>('/front/track-order', {
        orderId: orderIdText,
        email,
        landing_domain: location.hostname,
      })
      showToast({ tone: 'good', text: message })
      navigate(orderPath(decodeOrderId(orderIdText) ?? orderIdText))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const text = error.message || texts.noAnswer
      setRefusal(text)
      setOffersLink(error.code === linkByMailCode)
      showToast({ tone: 'bad', text })
      setIsSending(false)
      findField(form.current, 'email')?.focus()
    }
  }

  const linkPage = pathWithTranslation(trackPath(null), search, { link: '' })
  const handleLinkRequest = async (event: MouseEvent) => {
    const email = findField(form.current, 'email')?.value.trim()
    // Without an address the link's page asks for it.
    if (!email) return
    event.preventDefault()
    try {
      const { data } = await post<typeof sendLink>('/front/send-link', { email })
      location.assign(pathWithTranslation(trackPath(null), search, { link: data.kept ? 'kept' : 'sent' }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefusal(error.message || texts.noAnswer)
      setOffersLink(false)
    }
  }

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const orderIdText = findField(form.current, 'orderId')?.value.trim() ?? ''
    const email = findField(form.current, 'email')?.value ?? ''
    setErrors({
      ...(!orderIdText && { orderId: track.orderIdMissing }),
      ...(!email.trim() && { email: track.emailMissing }),
    })
    if (!orderIdText) return findField(form.current, 'orderId')?.focus()
    if (!email.trim()) return findField(form.current, 'email')?.focus()
    if (!isSending) void send(orderIdText, email)
  }

  return (
    <>
      <div>
        <Heading title={track.title}>{track.heading}</Heading>
        <p className={css.lede}>{track.lede}</p>
        <form method="post" noValidate ref={form} onSubmit={handleSubmit}>
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
          {refusal && <ErrorAlert>{refusal}</ErrorAlert>}
          {refusal && offersLink && (
            <p className={css.offer}>
              <a className={css.big} href={linkPage} onClick={handleLinkRequest}>
                {texts.link.submit}
              </a>
            </p>
          )}
          <button type="submit" className={`${css.big} ${css.red} ${css.submit}`} aria-disabled={isSending}>
            {track.submit}
          </button>
          <p className={css.beside}>
            <a href={linkPage}>{track.lost}</a>
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
