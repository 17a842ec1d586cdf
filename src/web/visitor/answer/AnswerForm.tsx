import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import type { AnswerFault, AnswerTexts, AskedField, OpenedQuestion } from '#contract/visitor-page-data.ts'
import { useBrand } from '../brand.ts'
import { ErrorAlert } from '../ErrorAlert.tsx'
import { Heading } from '../Heading.tsx'
import css from '../page.module.css'
import { useLanguage, useTexts } from '../localization.ts'
import { AskedFile } from './AskedFile.tsx'
import { AskedInput } from './AskedInput.tsx'
import { DueBox } from './DueBox.tsx'
import style from './answer.module.css'

/** As the server refuses a file (product §7). */
const maxFileBytes = 20 * 1024 * 1024

const controlOf = (form: HTMLFormElement, key: string) => {
  const control = form.elements.namedItem(key)
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control : null
}

/** What the server would refuse for certain, so that a chosen photo need not be sent for it. */
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

/** What is asked, by when and why, and a field for each; all are answered at once, because the link works once. */
export function AnswerForm({ texts: answer, question, notice }: AnswerFormProps) {
  const { order } = useTexts()
  const language = useLanguage()
  const brand = useBrand()
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, AnswerFault | null>>>(() =>
    Object.fromEntries(question.fields.map(({ key, fault }) => [key, fault])),
  )
  const [confirmable, setConfirmable] = useState<readonly string[]>(question.confirmable)
  const hasFaults = question.fields.some(({ fault }) => fault !== null)

  // The page came back with faults: the first is where one goes on.
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
                {', '}
                <bdi>{brand.name}</bdi>
              </>
            )}
            {', '}
            {localizedDate(language, question.askedOn)}
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
            error: fault && answer.faults[fault],
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
