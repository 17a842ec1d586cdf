import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { templatePath } from '#contract/rules/staff-addresses.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { usePageTitle } from '#web/sites/use-page-title.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ListAndDetail } from '#web/ui/ListAndDetail.tsx'
import { languages } from '#contract/rules/languages.ts'
import { purposeRules, templatePurposes, type TemplatePurpose } from '#contract/rules/templates.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import type { Template } from '#contract/templates.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { ExistingTemplate, NewTemplate } from './TemplateEditor.tsx'
import css from './templates.module.css'
import { matchingTemplates, useTemplates } from './use-templates.ts'
import { stagedText } from './staged-text.ts'
import { failureProps } from '#web/lib/failure-props.ts'

/** `/admin/templates`: prepared texts for comments, answers and questions. The path may have an id, or `new`. */
export function TemplatesPage() {
  usePageTitle('Templates')
  const { templateId } = useParams()
  const [, navigate] = useLocation()
  const [search, setSearch] = useState('')
  const { data, error, isFetching, refetch } = useTemplates()
  const shown = data && matchingTemplates(data.data, search)
  const opened = data?.data.find(({ id }) => String(id) === templateId)

  return (
    <>
      <PageHeading
        count={data?.data.length}
        onRefresh={() => void refetch()}
        isRefreshing={isFetching}
        end={
          <Button leftSection={<Icon name="plus" />} component={Link} href={templatePath('new')}>
            New template
          </Button>
        }
      >
        Templates
      </PageHeading>
      {error && !data ? (
        <EmptyState kind="failure" subject="The templates" {...failureProps(error, refetch)} />
      ) : (
        <ListAndDetail
          list={
            <nav className={`shrinkable ${css.list}`} aria-label="Templates">
              <div className={css.search}>
                <SearchBox
                  label="Search Templates"
                  placeholder="Name or text"
                  value={search}
                  onSearch={setSearch}
                />
              </div>
              {shown?.length === 0 && search !== '' && (
                <EmptyState kind="search" query={search} onClear={() => setSearch('')} />
              )}
              {data?.data.length === 0 && (
                <p className={css.none}>
                  There are no templates yet. What is written often is written once here, and put into a
                  comment, an answer or a question with <b>Templates</b>.
                </p>
              )}
              <TemplateList templates={shown} currentId={templateId} />
            </nav>
          }
          isChosen={templateId !== undefined}
          back={{ href: staffScreens.templates.path, label: 'All templates' }}
        >
          {templateId === 'new' && (
            <NewTemplate onSaved={(id) => navigate(templatePath(id), { replace: true })} />
          )}
          {opened && <ExistingTemplate key={opened.id} template={opened} />}
          {templateId === undefined && data && data.data.length > 0 && (
            <p className={css.hint}>Choose a template, or make a new one.</p>
          )}
          {templateId !== undefined && templateId !== 'new' && !opened && data && (
            <p className={css.hint}>This template is not there any more.</p>
          )}
          {!data && <Skeleton width="100%" height={280} />}
        </ListAndDetail>
      )}
    </>
  )
}

const purposeTitles: Record<TemplatePurpose, string> = {
  remark: 'Comments',
  answer: 'Answers to customers',
  question: 'Questions to customers',
}

/** Widths in percent */
const loadingRows = [60, 45, 52]

const languagesOf = ({ texts }: Template) =>
  keysOf(texts)
    .map((code) => languages[code].english)
    .join(', ')

interface TemplateListProps {
  /** `undefined` while loading. */
  templates: readonly Template[] | undefined
  currentId: string | undefined
}

function TemplateList({ templates, currentId }: TemplateListProps) {
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
