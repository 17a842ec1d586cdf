import type { AnswerTexts, VisitorPageData } from '#contract/visitor-page-data.ts'
import { ErrorAlert } from '../ErrorAlert.tsx'
import { Field } from '../Field.tsx'
import { Heading } from '../Heading.tsx'
import css from '../page.module.css'
import { useTexts } from '../localization.ts'

interface EmailFormProps {
  texts: AnswerTexts
  form: VisitorPageData['form']
  notice: string | null
}

/** The e-mail, before anything of the order but its id is shown. */
export function EmailForm({ texts: answer, form, notice }: EmailFormProps) {
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
