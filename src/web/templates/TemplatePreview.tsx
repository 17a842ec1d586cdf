import { languageCodes, languages } from '#contract/rules/languages.ts'
import { fillTemplate, purposeRules } from '#contract/rules/templates.ts'
import type { saveTemplate } from '#contract/templates.ts'
import type { FormValues } from '#web/lib/contract-form.ts'
import { Card } from '#web/ui/Card.tsx'
import { sampleOrder } from './sample-order.ts'
import { stagedText } from './staged-text.ts'
import css from './templates.module.css'

/** What a template makes of a sample order, in each of its languages. */
export function TemplatePreview({ values }: { values: FormValues<typeof saveTemplate> }) {
  const { purpose, texts, moveTo, flags } = values
  const given = languageCodes.filter((code) => texts[code]?.trim())
  const staged = stagedText({ move_to: moveTo || null, flags })
  return (
    <Card title="Preview" count={`of order ${String(sampleOrder['order_id'])}`}>
      {given.length === 0 && (
        <p className={`faint tiny medium ${css.previewNone}`}>
          What is written shows here as it would be sent.
        </p>
      )}
      {given.map((code) => (
        <section key={code} className={css.previewText} aria-label={`Preview, ${languages[code].english}`}>
          {purposeRules[purpose || 'answer'].hasLanguages && (
            <h3 className="faint tiny medium">{languages[code].english}</h3>
          )}
          <p lang={code} dir={languages[code].dir} className={`break-words small ${css.filled}`}>
            {fillTemplate(texts[code] ?? '', sampleOrder, code)}
          </p>
        </section>
      ))}
      {staged && <p className={`faint tiny medium ruled ${css.previewStaged}`}>{staged}</p>}
    </Card>
  )
}
