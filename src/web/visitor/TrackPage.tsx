import { useEffect, useRef, useState, type MouseEvent, type RefObject, type SubmitEvent } from 'react'
import { readOrderId } from '#contract/rules/order-id.ts'
import { emailOfFragment, openedFragment, orderPath, trackPath } from '#contract/rules/visitor-addresses.ts'
import type { OpenedOrder, VisitorPageData } from '#contract/visitor-page-data.ts'
import type { linkByMail, sendLink, trackOrder } from '#contract/visitor.ts'
import { pathWithTranslation, useAddress, type Navigate } from './address.ts'
import { useBrand } from './brand.ts'
import { CallError, post } from './call.ts'
import { Field } from './Field.tsx'
import { useNoticeToast, useShowToast } from './toast.ts'
import { Heading } from './Heading.tsx'
import { isOrderNotOpen, loadOrder } from './order/load-order.ts'
import { Help } from './Help.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'
import css from './page.module.css'
import { useTexts } from './localization.ts'

interface TrackPageProps {
  orderId: string | null
  initialData: VisitorPageData | null
  navigate: Navigate
  /** Loads the page of an order. */
  prepareOrder: () => Promise<void>
}

/** A copy, since importing the contract would bundle its schemas. */
const linkByMailCode: typeof linkByMail = 'LINK_BY_MAIL'

const findField = (form: HTMLFormElement | null, name: string) => {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : null
}

/**
 * The order that has just been opened; null where it cannot be loaded, which its page tells.
 * @throws CallError with the refusal where the browser did not keep the order's cookie
 */
const openedOrder = (orderId: string, refusal: string): Promise<OpenedOrder | null> =>
  loadOrder(orderId).catch((error: unknown) => {
    if (isOrderNotOpen(error)) throw new CallError(403, refusal)
    return null
  })

/** The link of a mail has the e-mail in its fragment (product §6), which leaves the address bar. */
function useFilledEmail(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const fillIn = () => {
      const email = emailOfFragment(location.hash)
      const field = findField(form.current, 'email')
      if (email === null || !field) return
      field.value = email
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    fillIn()
    addEventListener('hashchange', fillIn)
    return () => removeEventListener('hashchange', fillIn)
  }, [form])
}

/** The form for order id and e-mail (spec §2, Visitor pages). Without scripts it posts to its own URL. */
export function TrackPage({ orderId, initialData, navigate, prepareOrder }: TrackPageProps) {
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

  useFilledEmail(form)

  const send = async (orderId: string, email: string) => {
    setIsSending(true)
    setRefusal(null)
    const isPrepared = prepareOrder().then(
      () => true,
      () => false,
    )
    try {
      const { message } = await post<typeof trackOrder>('/front/track-order', {
        orderId,
        email,
        landing_domain: location.hostname,
      })
      const opened = await openedOrder(orderId, track.cookies)
      // The server's page of the order needs nothing that this page failed to load.
      if (!(await isPrepared)) return location.assign(pathWithTranslation(orderPath(orderId), search))
      showToast({ tone: 'good', text: message })
      navigate(orderPath(orderId), { opened })
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
    const typedId = findField(form.current, 'orderId')?.value.trim() ?? ''
    const id = readOrderId(typedId)
    const email = findField(form.current, 'email')?.value ?? ''
    setErrors({
      ...(id === null && { orderId: typedId ? track.orderIdInvalid : track.orderIdMissing }),
      ...(!email.trim() && { email: track.emailMissing }),
    })
    if (id === null) return findField(form.current, 'orderId')?.focus()
    if (!email.trim()) return findField(form.current, 'email')?.focus()
    if (!isSending) void send(id, email)
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
          {refusal ? (
            <ErrorAlert>{refusal}</ErrorAlert>
          ) : (
            <div id={openedFragment} className={css.ifTarget}>
              <ErrorAlert>{track.cookies}</ErrorAlert>
            </div>
          )}
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
