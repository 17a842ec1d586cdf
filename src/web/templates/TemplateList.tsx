import { Link } from 'wouter'
import { languages } from '#contract/rules/languages.ts'
import { templatePath } from '#contract/rules/staff-addresses.ts'
import { purposeRules, templatePurposes, type TemplatePurpose } from '#contract/rules/templates.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import type { Template } from '#contract/templates.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { stagedText } from './staged-text.ts'
import css from './templates.module.css'

const purposeTitles: Record<TemplatePurpose, string> = {
  remark: 'Comments',
  answer: 'Answers to customers',
  question: 'Questions to customers',
}

/** Widths in percent. */
const loadingRows = [60, 45, 52]

const languagesOf = ({ texts }: Template) =>
  keysOf(texts)
    .map((code) => languages[code].english)
    .join(', ')

interface TemplateListProps {
  /** `undefined` while they are loading. */
  templates: readonly Template[] | undefined
  currentId: string | undefined
}

/** The templates by what they are for, each with what it does beside its text. */
export function TemplateList({ templates, currentId }: TemplateListProps) {
  if (!templates)
    return loadingRows.map((percent) => (
      <div key={percent} className={`stack small tight ${css.template}`}>
        <Skeleton width={`${percent}%`} height={18} />
        <Skeleton width="80%" height={18} />
      </div>
    ))
  return templatePurposes
    .map((purpose) => ({ purpose, shown: templates.filter((template) => template.purpose === purpose) }))
    .filter(({ shown }) => shown.length > 0)
    .map(({ purpose, shown }) => (
      <section key={purpose} aria-label={purposeTitles[purpose]}>
        <h2 className={`faint tiny medium ${css.title}`}>{purposeTitles[purpose]}</h2>
        {shown.map((template) => (
          <Link
            key={template.id}
            href={templatePath(template.id)}
            className={`stack small tight ${css.template}`}
            aria-current={String(template.id) === currentId ? 'true' : undefined}
          >
            <span className="row spread gap-8">
              <b className="shrinkable truncate medium">{template.name}</b>
              {template.is_shared && <Tag>all</Tag>}
            </span>
            <span className="shrinkable truncate muted">{template.texts.en}</span>
            <span className={`shrinkable truncate faint tiny ${css.staged}`}>
              {[purposeRules[purpose].hasLanguages ? languagesOf(template) : '', stagedText(template)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </Link>
        ))}
      </section>
    ))
}
