import { useState, type SubmitEvent } from 'react'
import { trackPath } from '#contract/rules/visitor-addresses.ts'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import type { sendLink } from '#contract/visitor.ts'
import { Icon } from './Icon.tsx'
import { pathWithTranslation, useAddress } from './address.ts'
import { useBrand } from './brand.ts'
import { CallError, post } from './call.ts'
import { Field } from './Field.tsx'
import { useNoticeToast, useShowToast } from './toast.ts'
import { Heading } from './Heading.tsx'
import { Help } from './Help.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'
import css from './page.module.css'
import { useTexts } from './localization.ts'

interface ResendLinkPageProps {
  initialData: VisitorPageData | null
}

type Progress = 'asking' | 'sending' | 'sent' | 'kept'

/** Mails the link to an order again. The answer does not reveal whether the address is known. */
export function ResendLinkPage({ initialData }: ResendLinkPageProps) {
  const texts = useTexts()
  const brand = useBrand()
  const { search } = useAddress()
  /** `sent` or `kept` once the link was asked for. */
  const link = new URLSearchParams(search).get('link')
  const showToast = useShowToast()
  const [error, setError] = useState(initialData?.form?.errors.email ?? null)
  const [refusal, setRefusal] = useState(initialData?.notice ?? null)
  const [progress, setProgress] = useState<Progress>(link === 'sent' || link === 'kept' ? link : 'asking')
  useNoticeToast(initialData)

  const send = async (email: string) => {
    setProgress('sending')
    setRefusal(null)
    try {
      const { message, data } = await post<typeof sendLink>('/front/send-link', { email })
      showToast({ tone: data.kept ? 'bad' : 'good', text: message })
      setProgress(data.kept ? 'kept' : 'sent')
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setRefusal(failure.message || texts.noAnswer)
      setProgress('asking')
    }
  }

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('email')
    if (!(field instanceof HTMLInputElement)) return
    const isMissing = !field.value.trim()
    setError(isMissing ? texts.track.emailMissing : null)
    if (isMissing) return field.focus()
    if (progress !== 'sending') void send(field.value)
  }

  return (
    <>
      <div>
        {progress === 'sent' ? (
          <>
            <p className={css.good}>
              <Icon name="ok" size={22} />
              <span>{texts.link.title}</span>
            </p>
            <Heading title={texts.link.title}>{texts.link.sentHeading}</Heading>
            <p className={css.lede}>{texts.link.sent}</p>
          </>
        ) : progress === 'kept' ? (
          <>
            <Heading title={texts.link.title}>{texts.link.heading}</Heading>
            <ErrorAlert>{texts.link.kept}</ErrorAlert>
          </>
        ) : (
          <>
            <Heading title={texts.link.title}>{texts.link.heading}</Heading>
            <p className={css.lede}>{texts.link.lede}</p>
            <form method="post" noValidate onSubmit={handleSubmit}>
              <Field
                label={texts.track.email}
                hint={texts.track.emailHint}
                error={error}
                name="email"
                type="email"
                autoComplete="email"
                defaultValue={initialData?.form?.email}
              />
              {refusal && <ErrorAlert>{refusal}</ErrorAlert>}
              <button
                type="submit"
                className={`${css.big} ${css.red} ${css.submit}`}
                aria-disabled={progress === 'sending'}
              >
                {texts.link.submit}
              </button>
            </form>
          </>
        )}
        <p className={css.beside}>
          <a href={pathWithTranslation(trackPath(null), search)}>{texts.link.back}</a>
        </p>
      </div>
      <aside className={css.aside}>
        <Help email={brand?.contact.email}>{texts.help.write}</Help>
      </aside>
    </>
  )
}
