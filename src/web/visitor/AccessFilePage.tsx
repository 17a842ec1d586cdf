import { fillText } from '#contract/rules/fill-text.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import { accessFileKinds } from '#contract/rules/privacy.ts'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import { useBrand } from './brand.ts'
import { ErrorAlert } from './ErrorAlert.tsx'
import { Field } from './Field.tsx'
import { Heading } from './Heading.tsx'
import { Help } from './Help.tsx'
import { Icon } from './Icon.tsx'
import css from './page.module.css'
import { useLanguage, useTexts } from './localization.ts'
import { useNoticeToast } from './toast.ts'

/** Download of a customer's access file (UU 27/2022). The form works without scripts. */
export function AccessFilePage({ initialData }: { initialData: VisitorPageData | null }) {
  const texts = useTexts()
  const brand = useBrand()
  useNoticeToast(initialData)
  return (
    <>
      <div>
        {initialData?.accessFile ? (
          <AccessFileForm
            state={initialData.accessFile}
            form={initialData.form}
            notice={initialData.notice}
          />
        ) : (
          <>
            <Heading title={texts.accessFile.title}>{texts.accessFile.over}</Heading>
            <p className={css.lede}>{texts.accessFile.overLede}</p>
          </>
        )}
      </div>
      <aside className={css.aside}>
        <Help email={brand?.contact.email}>{texts.help.write}</Help>
      </aside>
    </>
  )
}

interface AccessFileFormProps {
  state: NonNullable<VisitorPageData['accessFile']>
  form: VisitorPageData['form']
  notice: string | null
}

function AccessFileForm({ state: { until, fetched }, form, notice }: AccessFileFormProps) {
  const { accessFile, track } = useTexts()
  const language = useLanguage()
  const labels = { PDF: accessFile.pdf, JSON: accessFile.json }
  const left = accessFileKinds.filter((kind) => !fetched[kind])
  const done = accessFileKinds.filter((kind) => fetched[kind])
  return (
    <>
      <Heading title={accessFile.title}>{accessFile.heading}</Heading>
      <p className={css.lede}>{accessFile.intro}</p>
      <p className={css.lede}>{fillText(accessFile.once, { date: localizedDate(language, until) })}</p>
      {done.length > 0 && (
        <p className={`${css.good} ${css.offer}`}>
          <Icon name="ok" size={22} />
          <span>{`${accessFile.fetched} ${done.join(', ')}`}</span>
        </p>
      )}
      <form method="post" noValidate>
        <Field
          label={track.email}
          hint={accessFile.hint}
          error={form?.errors.email ?? null}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={form?.email}
        />
        {notice && <ErrorAlert>{notice}</ErrorAlert>}
        {left.map((kind, index) => (
          <button
            key={kind}
            type="submit"
            name="as"
            value={kind}
            className={index === 0 ? `${css.big} ${css.red} ${css.submit}` : `${css.big} ${css.offer}`}
          >
            <Icon name="download" size={22} />
            <span>{labels[kind]}</span>
          </button>
        ))}
      </form>
    </>
  )
}
