import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { askAgency, RequestForCustomer } from '#contract/requests.ts'
import { fillText } from '#contract/rules/fill-text.ts'
import { requestSubjects, type RequestState, type RequestSubject } from '#contract/rules/customer-requests.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import { orderPath } from '#contract/rules/visitor-addresses.ts'
import type { VisitorOrder } from '#contract/visitor.ts'
import { CallError, post } from '../call.ts'
import { ErrorAlert } from '../ErrorAlert.tsx'
import { useLanguage, useTexts } from '../localization.ts'
import page from '../page.module.css'
import { useIsHydrated } from '../use-is-hydrated.ts'
import css from './ask.module.css'
import { estDay, localDay } from './format.ts'

interface AskAgencyProps {
  order: VisitorOrder
  notice: string | null
  /** Shows the order anew. */
  onAsked: () => Promise<unknown>
}

/** What the visitor asks of the agency, and what became of it (product §14). The form works without scripts. */
export function AskAgency({ order, notice, onAsked }: AskAgencyProps) {
  const texts = useTexts().ask
  const { request } = order
  const answer = useRef<HTMLOutputElement>(null)
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => {
    if (isAsked) answer.current?.focus()
  }, [isAsked])
  return (
    <section className={page.section} aria-labelledby="ask">
      <h2 id="ask" className={page.subheading}>
        {texts.heading}
      </h2>
      {request?.state === 'open' && notice && <ErrorAlert>{notice}</ErrorAlert>}
      {request && <Answer request={request} ref={answer} />}
      {request?.state !== 'open' && (
        <AskForm
          order={order}
          notice={notice}
          onAsked={async () => {
            await onAsked()
            setIsAsked(true)
          }}
        />
      )}
    </section>
  )
}

interface AnswerProps {
  request: RequestForCustomer
  ref: React.Ref<HTMLOutputElement>
}

function Answer({ request, ref }: AnswerProps) {
  const texts = useTexts().ask
  const language = useLanguage()
  const dayOf = useIsHydrated() ? localDay : estDay
  const { state, about, refund_by: refundBy, asked_at: askedAt } = request
  const date = refundBy ? localizedDate(language, refundBy) : dayOf(language, askedAt)
  return (
    <output className={css.answer} ref={ref} tabIndex={-1}>
      <b>{texts.about[about]}</b>
      <p suppressHydrationWarning>{fillText(texts[state], { date })}</p>
      {request.answer !== '' && (
        <>
          <p className={css.label}>{texts.answer}</p>
          <p className={css.words} dir="auto">
            {request.answer}
          </p>
        </>
      )}
    </output>
  )
}

/** What each choice leads to. */
function useHints({ stops_with_refund_by: refundBy }: VisitorOrder): Record<RequestSubject, string> {
  const texts = useTexts().ask
  const language = useLanguage()
  return {
    stop: refundBy ? fillText(texts.stopNow, { date: localizedDate(language, refundBy) }) : texts.stopLater,
    wrong: texts.wrong,
    twice: texts.twice,
  }
}

const endsWithRefund: ReadonlySet<RequestState | undefined> = new Set(['stopped', 'granted'] as const)

/** An order that was stopped or granted has nothing left to stop, unless work on it began again. */
const subjectsOf = ({ request, stops_with_refund_by: canStop }: VisitorOrder) =>
  requestSubjects.filter(
    (about) => about !== 'stop' || canStop !== null || !endsWithRefund.has(request?.state),
  )

function AskForm({ order, notice, onAsked }: AskAgencyProps) {
  const texts = useTexts()
  const hints = useHints(order)
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState(notice)

  const send = async (fields: FormData) => {
    setIsSending(true)
    setFailure(null)
    const about = requestSubjects.find((it) => it === fields.get('about'))
    try {
      if (!about) return
      const body = { orderId: order.order_id, about, text: String(fields.get('text') ?? '') }
      await post<typeof askAgency>('/front/ask-agency', body)
      await onAsked()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error.message || texts.noAnswer)
      // Another window may have asked: its request is shown.
      if (error.httpStatus === 409) await onAsked()
    } finally {
      setIsSending(false)
    }
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isSending) void send(new FormData(event.currentTarget))
  }

  return (
    <form method="post" action={orderPath(order.order_id)} onSubmit={handleSubmit}>
      <p className={page.text}>{texts.ask.lede}</p>
      <fieldset className={css.choices} aria-labelledby="ask">
        {subjectsOf(order).map((about) => (
          <label key={about} className={css.choice}>
            <input type="radio" name="about" value={about} required />
            <b>{texts.ask.about[about]}</b> <small>{hints[about]}</small>
          </label>
        ))}
      </fieldset>
      <label className={css.label} htmlFor="ask-text">
        {texts.ask.text}
      </label>
      <textarea id="ask-text" name="text" className={css.text} rows={3} maxLength={2000} dir="auto" />
      {failure && <ErrorAlert>{failure}</ErrorAlert>}
      <button className={`${page.big} ${css.send}`} aria-disabled={isSending}>
        {isSending ? texts.ask.sending : texts.ask.send}
      </button>
    </form>
  )
}
