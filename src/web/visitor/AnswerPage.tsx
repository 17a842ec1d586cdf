import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type {
  AnswerTexts,
  QuestionPage,
  VisitorPageData,
  AnswerFault,
  AskedField,
  OpenedQuestion,
  DueTexts,
} from '#contract/visitor-page-data.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import { fillText } from '#contract/rules/fill-text.ts'
import { localizedMoment, zoneName } from '#contract/rules/localized-moments.ts'
import { useBrand } from './brand.ts'
import { Heading } from './Heading.tsx'
import { Help } from './Help.tsx'
import { Icon } from './Icon.tsx'
import css from './page.module.css'
import { PersonalText } from './PersonalText.tsx'
import { useTexts, useLanguage } from './localization.ts'
import { useNoticeToast } from './toast.ts'
import { ErrorAlert } from './ErrorAlert.tsx'
import { Field } from './Field.tsx'
import { AskedFile } from './AskedFile.tsx'
import { AskedInput } from './AskedInput.tsx'
import style from './answer.module.css'
import { useIsHydrated } from './use-is-hydrated.ts'

/** Answers to a question (product §12). The forms work without scripts. */
export function AnswerPage({ initialData }: { initialData: VisitorPageData | null }) {
  const texts = useTexts()
  const brand = useBrand()
  useNoticeToast(initialData)
  const question = initialData?.question
  // In development the page is not rendered by the server and has no question.
  if (!question) return null
  const { opened, orderId, state, texts: answer } = question
  const isKnown = opened !== null || state === 'sent'
  return (
    <>
      <div>
        {opened && <AnswerForm texts={answer} question={opened} notice={initialData?.notice ?? null} />}
        {state === 'closed' && orderId !== null && (
          <EmailForm texts={answer} form={initialData?.form ?? null} notice={initialData?.notice ?? null} />
        )}
        {state !== 'open' && state !== 'closed' && <Ending texts={answer} state={state} />}
      </div>
      <aside className={css.aside}>
        {isKnown && (
          <>
            <h2>{texts.order.factsHeading}</h2>
            <p>
              <PersonalText>{String(orderId)}</PersonalText>
            </p>
          </>
        )}
        <Help email={opened?.applicationEmail ?? brand?.contact.email}>{texts.help.write}</Help>
      </aside>
    </>
  )
}

interface EndingProps {
  texts: AnswerTexts
  state: Exclude<QuestionPage['state'], 'open' | 'closed'>
}

function Ending({ texts: answer, state }: EndingProps) {
  const { accessFile, order } = useTexts()
  const endings = {
    sent: { heading: answer.thanks, lede: answer.thanksLede },
    answered: { heading: answer.answered, lede: answer.answeredLede },
    replaced: { heading: answer.replaced, lede: answer.replacedLede },
    over: { heading: accessFile.over, lede: answer.overLede },
  }
  const { heading, lede } = endings[state]
  return (
    <>
      {state === 'sent' && (
        <p className={css.good}>
          <Icon name="ok" size={22} />
          <span>{answer.sent}</span>
        </p>
      )}
      <Heading title={order.situations.answer.heading}>{heading}</Heading>
      <p className={css.lede}>{lede}</p>
    </>
  )
}

interface EmailFormProps {
  texts: AnswerTexts
  form: VisitorPageData['form']
  notice: string | null
}

function EmailForm({ texts: answer, form, notice }: EmailFormProps) {
  const { order, track } = useTexts()
  return (
    <>
      <Heading title={order.situations.answer.heading}>{answer.emailHeading}</Heading>
      <p className={css.lede}>{answer.emailLede}</p>
      <form method="post" encType="multipart/form-data" noValidate>
        <Field
          label={track.email}
          hint={track.emailHint}
          error={form?.errors.email ?? null}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={form?.email}
        />
        {notice && <ErrorAlert>{notice}</ErrorAlert>}
        <button type="submit" className={`${css.big} ${css.red} ${css.submit}`}>
          {answer.next}
        </button>
      </form>
    </>
  )
}

/** The server's limit (product §7). */
const maxFileBytes = 20 * 1024 * 1024

const controlOf = (form: HTMLFormElement, key: string) => {
  const control = form.elements.namedItem(key)
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control : null
}

/** A fault that the server would certainly report, found before a photo is sent. */
function faultOf(form: HTMLFormElement, { key, kind, given }: AskedField, isConfirmed: boolean) {
  const control = controlOf(form, key)
  if (kind === 'file') {
    const file = control instanceof HTMLInputElement ? control.files?.[0] : undefined
    if (!file) return 'noFile'
    return file.size > maxFileBytes ? 'fileTooLarge' : null
  }
  if (!control?.value.trim()) return 'missing'
  return control.value.trim() === given.trim() && !isConfirmed ? 'same' : null
}

interface AnswerFormProps {
  texts: AnswerTexts
  question: OpenedQuestion
  notice: string | null
}

/** All fields are answered at once, since the link works once. */
function AnswerForm({ texts: answer, question, notice }: AnswerFormProps) {
  const { order } = useTexts()
  const language = useLanguage()
  const brand = useBrand()
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, AnswerFault | null>>>(() =>
    Object.fromEntries(question.fields.map(({ key, fault }) => [key, fault])),
  )
  const [confirmable, setConfirmable] = useState<readonly string[]>(question.confirmable)
  const hasFaults = question.fields.some(({ fault }) => fault !== null)

  // After a response with faults the focus starts at the first.
  useEffect(() => {
    const first = question.fields.find(({ fault }) => fault !== null)
    if (first && form.current) controlOf(form.current, first.key)?.focus()
  }, [question.fields])

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    const submitted = event.currentTarget
    const found = question.fields.map(
      (field) => [field.key, faultOf(submitted, field, confirmable.includes(field.key))] as const,
    )
    const first = found.find(([, fault]) => fault !== null)
    if (!first) return
    event.preventDefault()
    setFaults(Object.fromEntries(found))
    const same = found.flatMap(([key, fault]) => (fault === 'same' ? [key] : []))
    setConfirmable([...new Set([...confirmable, ...same])])
    controlOf(submitted, first[0])?.focus()
  }

  return (
    <>
      <Heading title={order.situations.answer.heading}>{order.situations.answer.heading}</Heading>
      <p className={css.lede}>{answer.lede}</p>
      {question.due && <DueBox due={question.due} />}
      {question.text && (
        <figure className={style.said}>
          <blockquote dir="auto">{question.text}</blockquote>
          <figcaption>
            <bdi>{question.by}</bdi>
            {brand && (
              <>
                <span>{', '}</span>
                <bdi>{brand.name}</bdi>
              </>
            )}
            <span>{`, ${localizedDate(language, question.askedOn)}`}</span>
          </figcaption>
        </figure>
      )}
      <form ref={form} method="post" encType="multipart/form-data" noValidate onSubmit={handleSubmit}>
        <input type="hidden" name="confirmed" value={confirmable.join(',')} />
        {question.fields.map((field) => {
          const fault = faults[field.key] ?? null
          const shared = {
            texts: answer,
            field,
            error: fault && fillText(answer.faults[fault], { date: field.meant }),
          }
          return field.kind === 'file' ? (
            <AskedFile key={field.key} {...shared} mustBeChosenAgain={hasFaults && fault === null} />
          ) : (
            <AskedInput key={field.key} {...shared} />
          )
        })}
        {notice && <ErrorAlert>{notice}</ErrorAlert>}
        <button type="submit" className={`${css.big} ${css.red} ${css.submit}`}>
          {answer.submit}
        </button>
        <p className={style.small}>{answer.onlyThese}</p>
      </form>
    </>
  )
}

/** The due date in the device's time after hydration, and in Jakarta's. */
function DueBox({ due: { device, ...asServed } }: { due: DueTexts }) {
  const language = useLanguage()
  const isHydrated = useIsHydrated()
  const shown = isHydrated && device ? inDeviceTime(language, device) : asServed
  return (
    <div className={style.due}>
      <Icon name="clock" size={22} />
      <p>
        <span>{shown.by}</span>
        <small>{[shown.inJakarta, asServed.why].filter(Boolean).join(' ')}</small>
      </p>
    </div>
  )
}

function inDeviceTime(language: ReturnType<typeof useLanguage>, device: NonNullable<DueTexts['device']>) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const at = new Date(device.at)
  const by = fillText(device.by, {
    moment: localizedMoment(language, at, timeZone),
    zone: zoneName(language, at, timeZone),
  })
  return { by, inJakarta: timeZone === 'Asia/Jakarta' ? '' : device.inJakarta }
}
