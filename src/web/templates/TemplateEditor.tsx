import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { deleteTemplate, listTemplates, saveTemplate, type Template } from '#contract/templates.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { useContractForm, type FormValues } from '#web/lib/contract-form.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { StackedForm } from '#web/ui/StackedForm.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { languageCodes, languages } from '#contract/rules/languages.ts'
import { fillTemplate, purposeRules, type PlaceholderOrder } from '#contract/rules/templates.ts'
import css from './templates.module.css'
import { TemplateFields } from './TemplateFields.tsx'
import { stagedText } from './staged-text.ts'

const emptyTemplate: FormValues<typeof saveTemplate> = {
  purpose: 'answer',
  name: '',
  texts: { en: '' },
  moveTo: null,
  flags: [],
  isShared: false,
}

const valuesOf = (template: Template): FormValues<typeof saveTemplate> => ({
  purpose: template.purpose,
  name: template.name,
  texts: template.texts,
  moveTo: template.move_to,
  flags: template.flags,
  isShared: template.is_shared,
})

export const NewTemplate = ({ onSaved }: { onSaved: (id: number) => void }) => (
  <TemplateEditor
    title="New template"
    initialValues={emptyTemplate}
    replaces={undefined}
    onSaved={({ id }) => onSaved(id)}
    buttons={
      <Button component={Link} href={staffScreens.templates.path}>
        Cancel
      </Button>
    }
  />
)

/** A change by another member is reported before it can be overwritten. */
export function ExistingTemplate({ template }: { template: Template }) {
  const me = useCurrentMember()
  const [, navigate] = useLocation()
  // `opened` fills the form; `revision` is the one that it replaces.
  const [opened, setOpened] = useState(template)
  const [revision, setRevision] = useState(template.revision)
  const { id, is_shared: isShared } = template
  const deletion = useCall(deleteTemplate, { refreshes: [listTemplates] })
  const setDeleted = async (isDeleted: boolean) => {
    const answer = await deletion.call({ params: { id }, body: { isDeleted } })
    if (!answer) return
    if (isDeleted) navigate(staffScreens.templates.path)
    showToast({
      tone: 'good',
      title: answer.message,
      onUndo: isDeleted ? () => void setDeleted(false) : undefined,
    })
  }
  const showNewest = () => {
    setOpened(template)
    setRevision(template.revision)
  }
  return (
    <>
      {template.revision > revision && (
        <output className={`row wrap gap-8 small ${css.changed}`}>
          <Icon name="alert" />
          <span className={css.said}>{template.changed_by} changed this template meanwhile.</span>
          <Button size="xs" onClick={showNewest}>
            Show the change
          </Button>
          <Button size="xs" onClick={() => setRevision(template.revision)}>
            Keep mine
          </Button>
        </output>
      )}
      <TemplateEditor
        key={opened.revision}
        title={opened.name}
        initialValues={valuesOf(opened)}
        replaces={{ id, revision }}
        canChange={!isShared || me.can('shareTemplates')}
        onSaved={(saved) => setRevision(saved.revision)}
        buttons={
          <Button
            variant="danger"
            leftSection={<Icon name="trash" />}
            loading={deletion.busy}
            onClick={() => void setDeleted(true)}
          >
            Delete
          </Button>
        }
      />
    </>
  )
}

interface TemplateEditorProps {
  title: string
  initialValues: FormValues<typeof saveTemplate>
  replaces: { id: number; revision: number } | undefined
  canChange?: boolean
  onSaved: (saved: { id: number; revision: number }) => void
  buttons: ReactNode
}

function TemplateEditor({
  title,
  initialValues,
  replaces,
  canChange = true,
  onSaved,
  buttons,
}: TemplateEditorProps) {
  const form = useContractForm(saveTemplate, {
    initialValues,
    extraValues: { replaces },
    refreshes: [listTemplates],
    onDone: ({ message, data }) => {
      showToast({ tone: 'good', title: message })
      onSaved(data)
    },
  })
  return (
    <div className={css.pair}>
      <Card title={title}>
        <StackedForm
          label={title}
          onSubmit={form.onSubmit}
          submitLabel={canChange ? 'Save template' : null}
          busy={form.busy}
          otherButtons={buttons}
        >
          {!canChange && <p className="muted small">Only Admins and Managers change the templates of all.</p>}
          <TemplateFields form={form} canChange={canChange} />
        </StackedForm>
      </Card>
      <TemplatePreview values={form.values} />
    </div>
  )
}

function TemplatePreview({ values }: { values: FormValues<typeof saveTemplate> }) {
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

/** Has a value for every placeholder. */
const sampleOrder: PlaceholderOrder = {
  order_id: 2_048_654,
  arrival_full_name: 'Nguyễn Thị Ánh Tuyết',
  email: 'tuyet.anh@example.com',
  arrival_doa: '2026-11-23',
  arrival_dod: '2026-12-04',
  arrival_flight_number: 'VN 641',
  arrival_place_of_arrival: 'Ngurah Rai, Denpasar (DPS)',
  due_at: '2026-11-22T05:00:00Z',
  amount: '1350000.00',
  currency: 'IDR',
  landing_domain: 'arrival.pabean.example',
}
