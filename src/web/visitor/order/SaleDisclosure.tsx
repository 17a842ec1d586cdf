import { languages } from '#contract/rules/languages.ts'
import { localizedMoney } from '#contract/rules/localized-formats.ts'
import type { SaleDisclosure as Shown } from '#contract/visitor.ts'
import page from '../page.module.css'
import { useLanguage, useTexts } from '../localization.ts'
import { Moment } from './DownloadHistory.tsx'
import css from './order.module.css'

/** What the buyer was shown at the sale, as plain text (product §14). */
export function SaleDisclosure({ shown }: { shown: Shown }) {
  const texts = useTexts().order.disclosure
  const language = useLanguage()
  const money = (fee: string | null) => fee && <bdi>{localizedMoney(language, fee, shown.currency)}</bdi>
  const facts = [
    { label: texts.statement, value: shown.statement_name && <bdi>{shown.statement_name}</bdi> },
    { label: texts.serviceFee, value: money(shown.service_fee) },
    { label: texts.governmentFee, value: money(shown.government_fee) },
    { label: texts.shown, value: shown.shown_at && <Moment at={shown.shown_at} /> },
    { label: texts.accepted, value: shown.accepted_at && <Moment at={shown.accepted_at} /> },
  ].filter(({ value }) => value)
  return (
    <section className={page.section}>
      <h2 className={page.subheading}>{texts.heading}</h2>
      <p
        className={`${page.text} ${css.disclosure}`}
        lang={shown.language}
        dir={languages[shown.language].dir}
      >
        {shown.text}
      </p>
      {facts.length > 0 && (
        <dl className={css.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="notranslate" translate="no">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
